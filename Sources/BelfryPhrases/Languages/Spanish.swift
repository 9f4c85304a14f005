// What Belfry says in Spanish, and how it writes numbers and days there.

extension StandardTemplates {
    static let spanishTexts: [String: String] = [
        "bills.due_day.title": "Vence hoy: {{name}}",
        "bills.due_day.body": """
            {{#amount}}Hay que pagar {{amount}} hoy.{{/amount}}\
            {{^amount}}El pago vence hoy.{{/amount}}
            """,
        "bills.day_before.title": "Vence mañana: {{name}}",
        "bills.day_before.body": """
            {{#amount}}Hay que pagar {{amount}} a más tardar mañana.{{/amount}}\
            {{^amount}}El pago vence mañana.{{/amount}}
            """,
        "bills.due_day.direct.title": "{{name}}: pago para hoy",
        "bills.due_day.direct.body": """
            {{#amount}}{{amount}}, y hoy es el último día.{{/amount}}\
            {{^amount}}Hoy es el último día.{{/amount}}
            """,
        "bills.day_before.direct.title": "{{name}}: pago para mañana",
        "bills.day_before.direct.body": """
            {{#amount}}{{amount}}, y mañana es el último día.{{/amount}}\
            {{^amount}}Mañana es el último día.{{/amount}}
            """,
        "bills.overdue.title": "Pago atrasado: {{name}}",
        "bills.overdue.body": """
            Venció {{#count.1}}ayer{{/count.1}}{{#count.other}}hace {{count}} días{{/count.other}}\
            {{#amount}}: {{amount}}{{/amount}}.
            """,
        "bills.overspending.title": "Alerta de presupuesto: {{name}}",
        "bills.overspending.body": "Gasto: {{amount}} de {{budget}} ({{percent}}\u{A0}%).",
        "bills.weekly_digest.title": "Tus facturas de los próximos siete días",
        "bills.weekly_digest.body": """
            {{#count.0}}No vence ninguna factura{{/count.0}}\
            {{#count.one}}Vence 1 factura{{/count.one}}\
            {{#count.other}}Vencen {{count}} facturas{{/count.other}}\
            {{#names}}: {{names}}{{/names}}.{{#total}} Total: {{total}}.{{/total}}
            """,

        "study.daily.title": "Hora de repasar",
        "study.daily.body": """
            {{#count.one}}Hoy toca repasar 1 palabra.{{/count.one}}\
            {{#count.many}}Hoy toca repasar {{count}} de palabras.{{/count.many}}\
            {{#count.other}}Hoy toca repasar {{count}} palabras.{{/count.other}}
            """,
        "study.daily.direct.title": "Unos minutos para tus palabras",
        "study.daily.direct.body": """
            {{#count.one}}1 palabra espera.{{/count.one}}\
            {{#count.many}}{{count}} de palabras esperan.{{/count.many}}\
            {{#count.other}}{{count}} palabras esperan.{{/count.other}}
            """,
        "study.nothing_due.title": "Hoy no hay nada que repasar",
        "study.nothing_due.body": "No hay palabras pendientes.",

        "pantry.expires_in_days.title": "Caduca en {{#count.one}}1 día{{/count.one}}{{#count.other}}{{count}} días{{/count.other}}: {{name}}",
        "pantry.expires_in_days.body": "Conviene usarlo a tiempo.",
        "pantry.expires_tomorrow.title": "Caduca mañana: {{name}}",
        "pantry.expires_tomorrow.body": "Conviene usarlo hoy o mañana.",
        "pantry.expires_today.title": "Caduca hoy: {{name}}",
        "pantry.expires_today.body": "Hoy es el último día para usarlo.",
        "pantry.expired.title": "Producto caducado: {{name}}",
        "pantry.expired.body": "La fecha ya ha pasado. Conviene retirarlo.",
        "pantry.expiring_together.title": """
            {{#names.one}}1 producto caduca{{/names.one}}{{#names.other}}{{names.size}} productos caducan{{/names.other}} \
            {{#count.0}}hoy{{/count.0}}{{#count.1}}mañana{{/count.1}}{{#count.other}}en {{count}} días{{/count.other}}
            """,
        "pantry.expiring_together.body": "{{names}}",
        "pantry.warranty.title": "La garantía termina pronto: {{name}}",
        "pantry.warranty.body": """
            {{#count.0}}Termina hoy.{{/count.0}}\
            {{#count.one}}Queda 1 día.{{/count.one}}\
            {{#count.other}}Quedan {{count}} días.{{/count.other}}
            """,
        "pantry.maintenance.title": "Mantenimiento pendiente: {{name}}",
        "pantry.maintenance.body": "Por hacer: {{task}}",
        "pantry.recall.title": "Retirada de producto: {{name}}",
        "pantry.recall.body": """
            Este producto ha sido retirado del mercado. No lo uses.\
            {{#reason}} Motivo: {{reason}}{{/reason}}
            """,
        "pantry.recall_maybe.title": "Posible retirada de producto: {{name}}",
        "pantry.recall_maybe.body": """
            Es posible que este producto haya sido retirado del mercado. Compruébalo antes de usarlo.\
            {{#reason}} Motivo: {{reason}}{{/reason}}
            """,
        "pantry.alert.title": "Alerta sanitaria: {{name}}",
        "pantry.alert.body": """
            Se ha emitido una alerta sanitaria sobre este producto.\
            {{#reason}} Motivo: {{reason}}{{/reason}}
            """,
        "pantry.alert_maybe.title": "Posible alerta sanitaria: {{name}}",
        "pantry.alert_maybe.body": """
            Una alerta sanitaria podría afectar a este producto. Compruébalo antes de usarlo.\
            {{#reason}} Motivo: {{reason}}{{/reason}}
            """,

        "prayer.time.title": "{{prayer}}: {{time}}",
        "prayer.time.body": """
            {{#prayer.sunrise}}Está saliendo el sol{{/prayer.sunrise}}\
            {{#prayer.other}}Es la hora de la oración de {{prayer}}{{/prayer.other}}\
            {{#place}} en {{place}}{{/place}}.
            """,
        "prayer.before.title": "{{prayer}} en {{#count.one}}1 minuto{{/count.one}}{{#count.other}}{{count}} minutos{{/count.other}}",
        "prayer.before.body": """
            {{#prayer.sunrise}}Entonces termina el tiempo de Fajr.{{/prayer.sunrise}}\
            {{#prayer.other}}Es momento de prepararse para la oración.{{/prayer.other}}
            """,
        "prayer.names.fajr": "Fajr",
        "prayer.names.sunrise": "Amanecer",
        "prayer.names.dhuhr": "Dhuhr",
        "prayer.names.asr": "Asr",
        "prayer.names.maghrib": "Magrib",
        "prayer.names.isha": "Isha",

        "vitality.below.title": """
            {{#name}}{{name}}: {{metric}} a la baja{{/name}}\
            {{^name}}Por debajo de lo habitual: {{metric}}{{/name}}
            """,
        "vitality.below.body": """
            {{subject}}{{#days}} desde hace {{#days.one}}1 día{{/days.one}}{{#days.other}}{{days}} días{{/days.other}}{{/days}}\
            {{#percent}} un {{percent}}\u{A0}%{{/percent}} por debajo de lo habitual{{#name}} en {{name}}{{/name}}{{#usual}} ({{usual}}){{/usual}}\
            {{#lately}}, últimamente {{lately}}{{/lately}}\
            {{#others}}; también fuera de lo habitual: {{others}}{{/others}}\
            {{^others}}{{#checked}}; ningún otro valor está fuera de lo habitual{{/checked}}{{/others}}.\
            {{#exercise}} Días con ejercicio: {{exercise}}.{{/exercise}}
            """,
        "vitality.above.title": """
            {{#name}}{{name}}: {{metric}} al alza{{/name}}\
            {{^name}}Por encima de lo habitual: {{metric}}{{/name}}
            """,
        "vitality.above.body": """
            {{subject}}{{#days}} desde hace {{#days.one}}1 día{{/days.one}}{{#days.other}}{{days}} días{{/days.other}}{{/days}}\
            {{#percent}} un {{percent}}\u{A0}%{{/percent}} por encima de lo habitual{{#name}} en {{name}}{{/name}}{{#usual}} ({{usual}}){{/usual}}\
            {{#lately}}, últimamente {{lately}}{{/lately}}\
            {{#others}}; también fuera de lo habitual: {{others}}{{/others}}\
            {{^others}}{{#checked}}; ningún otro valor está fuera de lo habitual{{/checked}}{{/others}}.\
            {{#exercise}} Días con ejercicio: {{exercise}}.{{/exercise}}
            """,
        "vitality.own_below.title": "{{#metric.steps}}Tus{{/metric.steps}}{{#metric.other}}Tu{{/metric.other}} {{metric}}, a la baja",
        "vitality.own_below.body": """
            {{subject}}{{#days}} desde hace {{#days.one}}1 día{{/days.one}}{{#days.other}}{{days}} días{{/days.other}}{{/days}}\
            {{#percent}} un {{percent}}\u{A0}%{{/percent}} por debajo de lo habitual en ti{{#usual}} ({{usual}}){{/usual}}\
            {{#lately}}, últimamente {{lately}}{{/lately}}\
            {{#others}}; también fuera de lo habitual: {{others}}{{/others}}\
            {{^others}}{{#checked}}; ningún otro valor está fuera de lo habitual{{/checked}}{{/others}}.\
            {{#exercise}} Días con ejercicio: {{exercise}}.{{/exercise}}
            """,
        "vitality.own_above.title": "{{#metric.steps}}Tus{{/metric.steps}}{{#metric.other}}Tu{{/metric.other}} {{metric}}, al alza",
        "vitality.own_above.body": """
            {{subject}}{{#days}} desde hace {{#days.one}}1 día{{/days.one}}{{#days.other}}{{days}} días{{/days.other}}{{/days}}\
            {{#percent}} un {{percent}}\u{A0}%{{/percent}} por encima de lo habitual en ti{{#usual}} ({{usual}}){{/usual}}\
            {{#lately}}, últimamente {{lately}}{{/lately}}\
            {{#others}}; también fuera de lo habitual: {{others}}{{/others}}\
            {{^others}}{{#checked}}; ningún otro valor está fuera de lo habitual{{/checked}}{{/others}}.\
            {{#exercise}} Días con ejercicio: {{exercise}}.{{/exercise}}
            """,
        "vitality.low.title": """
            {{#name}}{{name}}: {{metric}} en un nivel bajo{{/name}}\
            {{^name}}Nivel bajo: {{metric}}{{/name}}
            """,
        "vitality.low.body": """
            {{subject}}{{#days}} desde hace {{#days.one}}1 día{{/days.one}}{{#days.other}}{{days}} días{{/days.other}}{{/days}} en un nivel bajo\
            {{#lately}}, últimamente {{lately}}{{/lately}}{{#usual}}, aunque no por debajo de lo habitual{{#name}} en {{name}}{{/name}} ({{usual}}){{/usual}}\
            {{#others}}; también fuera de lo habitual: {{others}}{{/others}}\
            {{^others}}{{#checked}}; ningún otro valor está fuera de lo habitual{{/checked}}{{/others}}.\
            {{#exercise}} Días con ejercicio: {{exercise}}.{{/exercise}}
            """,
        "vitality.own_low.title": "{{#metric.steps}}Tus{{/metric.steps}}{{#metric.other}}Tu{{/metric.other}} {{metric}}, en un nivel bajo",
        "vitality.own_low.body": """
            {{subject}}{{#days}} desde hace {{#days.one}}1 día{{/days.one}}{{#days.other}}{{days}} días{{/days.other}}{{/days}} en un nivel bajo\
            {{#lately}}, últimamente {{lately}}{{/lately}}{{#usual}}, aunque no por debajo de lo habitual en ti ({{usual}}){{/usual}}\
            {{#others}}; también fuera de lo habitual: {{others}}{{/others}}\
            {{^others}}{{#checked}}; ningún otro valor está fuera de lo habitual{{/checked}}{{/others}}.\
            {{#exercise}} Días con ejercicio: {{exercise}}.{{/exercise}}
            """,
        "vitality.silent.title": "{{#name}}{{name}}: el{{/name}}{{^name}}El{{/name}} dispositivo no envía datos",
        "vitality.silent.body": """
            El dispositivo{{#name}} de {{name}}{{/name}} no envía datos\
            {{#days}} desde hace {{#days.one}}1 día{{/days.one}}{{#days.other}}{{days}} días{{/days.other}}{{/days}}.\
             Quizá esté sin batería, o nadie lo lleve puesto.
            """,
        "vitality.own_silent.title": "Tu dispositivo no envía datos",
        "vitality.own_silent.body": """
            Tu dispositivo no envía datos\
            {{#days}} desde hace {{#days.one}}1 día{{/days.one}}{{#days.other}}{{days}} días{{/days.other}}{{/days}}.\
             Quizá esté sin batería, o no lo lleves puesto.
            """,
        "trend.streak_low.title": "Sigue baja{{#name}} ({{name}}){{/name}}: {{pillar}}",
        "trend.streak_low.body": """
            Las últimas {{count}} puntuaciones están entre las más bajas de tres semanas; su media es de {{score}} sobre 100.\
            {{#pillar.stress}} Una puntuación de estrés baja indica más tensión.{{/pillar.stress}}
            """,
        "trend.drop.title": "Más baja que antes{{#name}} ({{name}}){{/name}}: {{pillar}}",
        "trend.drop.body": """
            La media de las últimas {{count}} puntuaciones es de {{score}} sobre 100, un {{percent}}\u{A0}% menos que la de las anteriores.\
            {{#pillar.stress}} Una puntuación de estrés baja indica más tensión.{{/pillar.stress}}
            """,
        "trend.rebound.title": "Más alta que antes{{#name}} ({{name}}){{/name}}: {{pillar}}",
        "trend.rebound.body": """
            La media de las últimas {{count}} puntuaciones es de {{score}} sobre 100, \
            un {{percent}}\u{A0}% más que la de las anteriores.
            """,
        "metric.names.sleep_minutes": "sueño",
        "metric.names.steps": "pasos",
        "metric.names.hrv_ms": "variabilidad cardiaca",
        "metric.names.resting_hr": "frecuencia cardiaca en reposo",
        "metric.names.sleep_efficiency": "eficiencia del sueño",
        "metric.names.movement_minutes": "movimiento",
        "metric.names.deep_sleep_minutes": "sueño profundo",
        "metric.subjects.sleep_minutes": "El sueño está",
        "metric.subjects.steps": "El número de pasos está",
        "metric.subjects.hrv_ms": "La variabilidad cardiaca está",
        "metric.subjects.resting_hr": "La frecuencia cardiaca en reposo está",
        "metric.subjects.sleep_efficiency": "La eficiencia del sueño está",
        "metric.subjects.movement_minutes": "El movimiento está",
        "metric.subjects.deep_sleep_minutes": "El sueño profundo está",
        "pillar.names.sleep": "puntuación de sueño",
        "pillar.names.movement": "puntuación de movimiento",
        "pillar.names.stress": "puntuación de estrés",

        "canary.title": "Abre la aplicación para seguir recibiendo recordatorios",
        "canary.body": "Están programados hasta el {{day}}, {{time}}.",
        "alert.news.title": "Un mensaje sobre {{#name}}{{name}}{{/name}}{{^name}}tu familia{{/name}}",
        "alert.news.body": "Hay novedades sobre {{#name}}{{name}}{{/name}}{{^name}}alguien de tu familia{{/name}}.",
        "alert.held.title": "{{count}} novedades que te esperaban",
        "alert.digest.title": "{{count}} novedades",
        "alert.together.title": "{{count}} valores fuera de lo habitual{{#name}} en {{name}}{{/name}}",
        "alert.own_news.title": "Un mensaje sobre ti",
        "alert.own_news.body": "Hay novedades sobre ti.",
        "alert.own_together.title": "{{count}} valores fuera de lo habitual en ti",
        "summary.title": "{{#count.one}}1 recordatorio{{/count.one}}{{#count.other}}{{count}} recordatorios{{/count.other}}",
        "fallback.title": "Recordatorio",
        "fallback.body": "{{names}}",
    ]
}

extension LanguageFormat {
    static let spanish = LanguageFormat(
        decimalSeparator: ",", groupSeparator: ".", minimumGroupingDigits: 2, minus: "-", money: .symbolLast,
        currencySymbols: ["EUR": "€", "USD": "US$"],
        weekdays: ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"],
        months: [
            "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
        ],
        day: { weekday, day, month, year in "\(weekday), \(day) de \(month) de \(year)" },
        units: Units(hour: "h", minute: "min", second: "s", beatsPerMinute: "lpm", percent: { "\($0)\u{A0}%" }, millisecond: "ms"),
        listSeparator: ", ", lastSeparator: { beginsWithI($0) ? " e " : " y " })

    /// Before the sound of i "y" becomes "e", but not before a diphthong, as in "hielo".
    private static func beginsWithI(_ text: String) -> Bool {
        let letters = text.lowercased().filter(\.isLetter)
        let sound = letters.first == "h" ? letters.dropFirst() : letters[...]
        guard let first = sound.first, first == "i" || first == "í" else { return false }
        return !["a", "e", "o"].contains(sound.dropFirst().first)
    }
}
