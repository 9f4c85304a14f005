// What Belfry says in French, and how it writes numbers and days there.

extension StandardTemplates {
    static let frenchTexts: [String: String] = [
        "bills.due_day.title": "À payer aujourd’hui\u{A0}: {{name}}",
        "bills.due_day.body": """
            {{#amount}}{{amount}} à régler aujourd’hui.{{/amount}}\
            {{^amount}}Le paiement est attendu aujourd’hui.{{/amount}}
            """,
        "bills.day_before.title": "À payer demain\u{A0}: {{name}}",
        "bills.day_before.body": """
            {{#amount}}{{amount}} à régler d’ici demain.{{/amount}}\
            {{^amount}}Le paiement est attendu demain.{{/amount}}
            """,
        "bills.due_day.direct.title": "{{name}}\u{A0}: à régler aujourd’hui",
        "bills.due_day.direct.body": """
            {{#amount}}{{amount}}, dernier jour aujourd’hui.{{/amount}}\
            {{^amount}}Dernier jour aujourd’hui.{{/amount}}
            """,
        "bills.day_before.direct.title": "{{name}}\u{A0}: à régler d’ici demain",
        "bills.day_before.direct.body": """
            {{#amount}}{{amount}}, dernier jour demain.{{/amount}}\
            {{^amount}}Dernier jour demain.{{/amount}}
            """,
        "bills.overdue.title": "Paiement en retard\u{A0}: {{name}}",
        "bills.overdue.body": """
            Il était attendu {{#count.1}}hier{{/count.1}}{{#count.other}}il y a {{count}} jours{{/count.other}}\
            {{#amount}}\u{A0}: {{amount}}{{/amount}}.
            """,
        "bills.overspending.title": "Alerte budget\u{A0}: {{name}}",
        "bills.overspending.body": "Dépenses\u{A0}: {{amount}} sur {{budget}} ({{percent}}\u{202F}%).",
        "bills.weekly_digest.title": "Vos factures des sept prochains jours",
        "bills.weekly_digest.body": """
            {{#count.0}}Aucune facture à payer{{/count.0}}\
            {{#count.one}}1 facture à payer{{/count.one}}\
            {{#count.other}}{{count}} factures à payer{{/count.other}}\
            {{#names}}\u{A0}: {{names}}{{/names}}.{{#total}} Total\u{A0}: {{total}}.{{/total}}
            """,

        "study.daily.title": "C’est l’heure de réviser",
        "study.daily.body": """
            {{#count.one}}{{count}} mot à réviser aujourd’hui.{{/count.one}}\
            {{#count.many}}{{count}} de mots à réviser aujourd’hui.{{/count.many}}\
            {{#count.other}}{{count}} mots à réviser aujourd’hui.{{/count.other}}
            """,
        "study.daily.direct.title": "Quelques minutes pour vos mots",
        "study.daily.direct.body": """
            {{#count.one}}{{count}} mot vous attend.{{/count.one}}\
            {{#count.many}}{{count}} de mots vous attendent.{{/count.many}}\
            {{#count.other}}{{count}} mots vous attendent.{{/count.other}}
            """,
        "study.nothing_due.title": "Rien à réviser aujourd’hui",
        "study.nothing_due.body": "Aucun mot n’est à revoir.",

        "pantry.expires_in_days.title": "Date limite dans {{#count.one}}{{count}} jour{{/count.one}}{{#count.other}}{{count}} jours{{/count.other}}\u{A0}: {{name}}",
        "pantry.expires_in_days.body": "Pensez à l’utiliser à temps.",
        "pantry.expires_tomorrow.title": "Date limite demain\u{A0}: {{name}}",
        "pantry.expires_tomorrow.body": "À utiliser aujourd’hui ou demain.",
        "pantry.expires_today.title": "Date limite aujourd’hui\u{A0}: {{name}}",
        "pantry.expires_today.body": "Dernier jour pour l’utiliser.",
        "pantry.expired.title": "Date dépassée\u{A0}: {{name}}",
        "pantry.expired.body": "La date limite est passée. Pensez à vous en débarrasser.",
        "pantry.expiring_together.title": """
            {{#names.one}}1 produit arrive{{/names.one}}{{#names.other}}{{names.size}} produits arrivent{{/names.other}} à échéance \
            {{#count.0}}aujourd’hui{{/count.0}}{{#count.1}}demain{{/count.1}}{{#count.other}}dans {{count}} jours{{/count.other}}
            """,
        "pantry.expiring_together.body": "{{names}}",
        "pantry.warranty.title": "Fin de garantie proche\u{A0}: {{name}}",
        "pantry.warranty.body": """
            {{#count.0}}Elle prend fin aujourd’hui.{{/count.0}}\
            {{#count.one}}Il reste 1 jour.{{/count.one}}\
            {{#count.other}}Il reste {{count}} jours.{{/count.other}}
            """,
        "pantry.maintenance.title": "Entretien à prévoir\u{A0}: {{name}}",
        "pantry.maintenance.body": "À faire\u{A0}: {{task}}",
        "pantry.recall.title": "Rappel de produit\u{A0}: {{name}}",
        "pantry.recall.body": """
            Ce produit fait l’objet d’un rappel. Ne l’utilisez pas.\
            {{#reason}} Motif\u{A0}: {{reason}}{{/reason}}
            """,
        "pantry.recall_maybe.title": "Rappel possible\u{A0}: {{name}}",
        "pantry.recall_maybe.body": """
            Ce produit fait peut-être l’objet d’un rappel. Vérifiez-le avant de l’utiliser.\
            {{#reason}} Motif\u{A0}: {{reason}}{{/reason}}
            """,
        "pantry.alert.title": "Alerte sanitaire\u{A0}: {{name}}",
        "pantry.alert.body": """
            Ce produit fait l’objet d’une alerte sanitaire.\
            {{#reason}} Motif\u{A0}: {{reason}}{{/reason}}
            """,
        "pantry.alert_maybe.title": "Alerte sanitaire possible\u{A0}: {{name}}",
        "pantry.alert_maybe.body": """
            Une alerte sanitaire concerne peut-être ce produit. Vérifiez-le avant de l’utiliser.\
            {{#reason}} Motif\u{A0}: {{reason}}{{/reason}}
            """,

        "prayer.time.title": "{{prayer}} à {{time}}",
        "prayer.time.body": """
            {{#prayer.sunrise}}Le soleil se lève{{/prayer.sunrise}}\
            {{#prayer.other}}C’est l’heure de la prière{{/prayer.other}}\
            {{#place}} ({{place}}){{/place}}.
            """,
        "prayer.before.title": "{{prayer}} dans {{#count.one}}{{count}} minute{{/count.one}}{{#count.other}}{{count}} minutes{{/count.other}}",
        "prayer.before.body": """
            {{#prayer.sunrise}}Le temps du Fajr se termine à ce moment-là.{{/prayer.sunrise}}\
            {{#prayer.other}}Il est temps de se préparer à la prière.{{/prayer.other}}
            """,
        "prayer.names.fajr": "Fajr",
        "prayer.names.sunrise": "Lever du soleil",
        "prayer.names.dhuhr": "Dhohr",
        "prayer.names.asr": "Asr",
        "prayer.names.maghrib": "Maghreb",
        "prayer.names.isha": "Icha",

        "vitality.below.title": """
            {{#name}}{{name}}\u{A0}: {{metric}} en baisse{{/name}}\
            {{^name}}En dessous de l’habitude\u{A0}: {{metric}}{{/name}}
            """,
        "vitality.below.body": """
            {{subject}}{{#days}} depuis {{#days.one}}{{days}} jour{{/days.one}}{{#days.other}}{{days}} jours{{/days.other}}{{/days}}\
            {{#percent}} {{percent}}\u{202F}%{{/percent}} en dessous du niveau habituel{{#name}} pour {{name}}{{/name}}{{#usual}} ({{usual}}){{/usual}}\
            {{#lately}}, dernièrement {{lately}}{{/lately}}\
            {{#others}}\u{A0}; autres mesures inhabituelles\u{A0}: {{others}}{{/others}}\
            {{^others}}{{#checked}}\u{A0}; aucune autre mesure n’est inhabituelle{{/checked}}{{/others}}.\
            {{#exercise}} Jours avec du sport\u{A0}: {{exercise}}.{{/exercise}}
            """,
        "vitality.above.title": """
            {{#name}}{{name}}\u{A0}: {{metric}} en hausse{{/name}}\
            {{^name}}Au-dessus de l’habitude\u{A0}: {{metric}}{{/name}}
            """,
        "vitality.above.body": """
            {{subject}}{{#days}} depuis {{#days.one}}{{days}} jour{{/days.one}}{{#days.other}}{{days}} jours{{/days.other}}{{/days}}\
            {{#percent}} {{percent}}\u{202F}%{{/percent}} au-dessus du niveau habituel{{#name}} pour {{name}}{{/name}}{{#usual}} ({{usual}}){{/usual}}\
            {{#lately}}, dernièrement {{lately}}{{/lately}}\
            {{#others}}\u{A0}; autres mesures inhabituelles\u{A0}: {{others}}{{/others}}\
            {{^others}}{{#checked}}\u{A0}; aucune autre mesure n’est inhabituelle{{/checked}}{{/others}}.\
            {{#exercise}} Jours avec du sport\u{A0}: {{exercise}}.{{/exercise}}
            """,
        "vitality.own_below.title": "Votre {{metric}} en baisse",
        "vitality.own_below.body": """
            {{subject}}{{#days}} depuis {{#days.one}}{{days}} jour{{/days.one}}{{#days.other}}{{days}} jours{{/days.other}}{{/days}}\
            {{#percent}} {{percent}}\u{202F}%{{/percent}} en dessous de votre niveau habituel{{#usual}} ({{usual}}){{/usual}}\
            {{#lately}}, dernièrement {{lately}}{{/lately}}\
            {{#others}}\u{A0}; autres mesures inhabituelles\u{A0}: {{others}}{{/others}}\
            {{^others}}{{#checked}}\u{A0}; aucune autre mesure n’est inhabituelle{{/checked}}{{/others}}.\
            {{#exercise}} Jours avec du sport\u{A0}: {{exercise}}.{{/exercise}}
            """,
        "vitality.own_above.title": "Votre {{metric}} en hausse",
        "vitality.own_above.body": """
            {{subject}}{{#days}} depuis {{#days.one}}{{days}} jour{{/days.one}}{{#days.other}}{{days}} jours{{/days.other}}{{/days}}\
            {{#percent}} {{percent}}\u{202F}%{{/percent}} au-dessus de votre niveau habituel{{#usual}} ({{usual}}){{/usual}}\
            {{#lately}}, dernièrement {{lately}}{{/lately}}\
            {{#others}}\u{A0}; autres mesures inhabituelles\u{A0}: {{others}}{{/others}}\
            {{^others}}{{#checked}}\u{A0}; aucune autre mesure n’est inhabituelle{{/checked}}{{/others}}.\
            {{#exercise}} Jours avec du sport\u{A0}: {{exercise}}.{{/exercise}}
            """,
        "vitality.low.title": """
            {{#name}}{{name}}\u{A0}: {{metric}} à un niveau bas{{/name}}\
            {{^name}}Niveau bas\u{A0}: {{metric}}{{/name}}
            """,
        "vitality.low.body": """
            {{subject}} à un niveau bas{{#days}} depuis {{#days.one}}{{days}} jour{{/days.one}}{{#days.other}}{{days}} jours{{/days.other}}{{/days}}\
            {{#lately}}, dernièrement {{lately}}{{/lately}}\
            {{#usual}}, sans être en dessous du niveau habituel{{#name}} pour {{name}}{{/name}} ({{usual}}){{/usual}}\
            {{#others}}\u{A0}; autres mesures inhabituelles\u{A0}: {{others}}{{/others}}\
            {{^others}}{{#checked}}\u{A0}; aucune autre mesure n’est inhabituelle{{/checked}}{{/others}}.\
            {{#exercise}} Jours avec du sport\u{A0}: {{exercise}}.{{/exercise}}
            """,
        "vitality.own_low.title": "Votre {{metric}} à un niveau bas",
        "vitality.own_low.body": """
            {{subject}} à un niveau bas{{#days}} depuis {{#days.one}}{{days}} jour{{/days.one}}{{#days.other}}{{days}} jours{{/days.other}}{{/days}}\
            {{#lately}}, dernièrement {{lately}}{{/lately}}{{#usual}}, sans être en dessous de votre niveau habituel ({{usual}}){{/usual}}\
            {{#others}}\u{A0}; autres mesures inhabituelles\u{A0}: {{others}}{{/others}}\
            {{^others}}{{#checked}}\u{A0}; aucune autre mesure n’est inhabituelle{{/checked}}{{/others}}.\
            {{#exercise}} Jours avec du sport\u{A0}: {{exercise}}.{{/exercise}}
            """,
        "vitality.silent.title": "{{#name}}{{name}}\u{A0}: l’appareil{{/name}}{{^name}}L’appareil{{/name}} n’envoie rien",
        "vitality.silent.body": """
            {{#name}}{{name}}\u{A0}: l’appareil{{/name}}{{^name}}L’appareil{{/name}} n’envoie aucune donnée\
            {{#days}} depuis {{#days.one}}{{days}} jour{{/days.one}}{{#days.other}}{{days}} jours{{/days.other}}{{/days}}.\
             Il est peut-être déchargé, ou n’est pas porté.
            """,
        "vitality.own_silent.title": "Votre appareil n’envoie rien",
        "vitality.own_silent.body": """
            Votre appareil n’envoie aucune donnée\
            {{#days}} depuis {{#days.one}}{{days}} jour{{/days.one}}{{#days.other}}{{days}} jours{{/days.other}}{{/days}}.\
             Il est peut-être déchargé, ou n’est pas porté.
            """,
        "trend.streak_low.title": "Toujours bas{{#name}} pour {{name}}{{/name}}\u{A0}: {{pillar}}",
        "trend.streak_low.body": """
            Les {{count}} derniers scores sont parmi les plus bas de trois semaines\u{A0}; leur moyenne est de {{score}} sur 100.\
            {{#pillar.stress}} Un score de stress bas signifie plus de tension.{{/pillar.stress}}
            """,
        "trend.drop.title": "Plus bas qu’avant{{#name}} pour {{name}}{{/name}}\u{A0}: {{pillar}}",
        "trend.drop.body": """
            La moyenne des {{count}} derniers scores est de {{score}} sur 100, soit {{percent}}\u{202F}% de moins que celle des précédents.\
            {{#pillar.stress}} Un score de stress bas signifie plus de tension.{{/pillar.stress}}
            """,
        "trend.rebound.title": "Plus haut qu’avant{{#name}} pour {{name}}{{/name}}\u{A0}: {{pillar}}",
        "trend.rebound.body": """
            La moyenne des {{count}} derniers scores est de {{score}} sur 100, \
            soit {{percent}}\u{202F}% de plus que celle des précédents.
            """,
        "metric.names.sleep_minutes": "sommeil",
        "metric.names.steps": "nombre de pas",
        "metric.names.hrv_ms": "variabilité cardiaque",
        "metric.names.resting_hr": "fréquence cardiaque au repos",
        "metric.names.sleep_efficiency": "efficacité du sommeil",
        "metric.names.movement_minutes": "activité",
        "metric.names.deep_sleep_minutes": "sommeil profond",
        "metric.subjects.sleep_minutes": "Le sommeil est",
        "metric.subjects.steps": "Le nombre de pas est",
        "metric.subjects.hrv_ms": "La variabilité cardiaque est",
        "metric.subjects.resting_hr": "La fréquence cardiaque au repos est",
        "metric.subjects.sleep_efficiency": "L’efficacité du sommeil est",
        "metric.subjects.movement_minutes": "L’activité est",
        "metric.subjects.deep_sleep_minutes": "Le sommeil profond est",
        "pillar.names.sleep": "score de sommeil",
        "pillar.names.movement": "score d’activité",
        "pillar.names.stress": "score de stress",

        "canary.title": "Ouvrez l’application pour continuer à recevoir vos rappels",
        "canary.body": "Ils sont prévus jusqu’au {{day}} à {{time}}.",
        "alert.news.title": "Un message concernant {{#name}}{{name}}{{/name}}{{^name}}votre famille{{/name}}",
        "alert.news.body": "Il y a du nouveau concernant {{#name}}{{name}}{{/name}}{{^name}}un membre de votre famille{{/name}}.",
        "alert.held.title": "{{count}} notifications qui vous attendaient",
        "alert.digest.title": "{{count}} nouvelles notifications",
        "alert.together.title": "{{count}} mesures inhabituelles{{#name}} pour {{name}}{{/name}}",
        "alert.own_news.title": "Un message à votre sujet",
        "alert.own_news.body": "Il y a du nouveau vous concernant.",
        "alert.own_together.title": "{{count}} de vos mesures sont inhabituelles",
        "summary.title": "{{#count.one}}{{count}} rappel{{/count.one}}{{#count.other}}{{count}} rappels{{/count.other}}",
        "fallback.title": "Rappel",
        "fallback.body": "{{names}}",
    ]
}

extension LanguageFormat {
    static let french = LanguageFormat(
        decimalSeparator: ",", groupSeparator: "\u{202F}", minimumGroupingDigits: 1, minus: "-", money: .symbolLast,
        currencySymbols: [
            "EUR": "€", "USD": "$US", "GBP": "£GB", "INR": "₹", "KRW": "₩", "ILS": "₪", "CAD": "$CA", "AUD": "$AU", "MXN": "$MX", "BRL": "R$",
        ],
        weekdays: ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"],
        months: [
            "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
        ],
        // The first of a month is an ordinal; the CLDR passes over that.
        day: { weekday, day, month, year in "\(weekday) \(day == 1 ? "1er" : "\(day)") \(month) \(year)" },
        units: Units(hour: "h", minute: "min", second: "s", beatsPerMinute: "bpm", percent: { "\($0)\u{202F}%" }, millisecond: "ms"),
        listSeparator: ", ", lastSeparator: { _ in " et " })
}
