// What Belfry says in Turkish, and how it writes numbers and days there.

extension StandardTemplates {
    static let turkishTexts: [String: String] = [
        "bills.due_day.title": "Son ödeme günü bugün: {{name}}",
        "bills.due_day.body": """
            {{#amount}}Bugün ödenecek tutar: {{amount}}.{{/amount}}\
            {{^amount}}Ödemenin bugün yapılması gerekiyor.{{/amount}}
            """,
        "bills.day_before.title": "Son ödeme günü yarın: {{name}}",
        "bills.day_before.body": """
            {{#amount}}Yarına kadar ödenecek tutar: {{amount}}.{{/amount}}\
            {{^amount}}Ödemenin yarına kadar yapılması gerekiyor.{{/amount}}
            """,
        "bills.due_day.direct.title": "{{name}}: bugün ödeyin",
        "bills.due_day.direct.body": """
            {{#amount}}Tutar {{amount}}, son gün bugün.{{/amount}}\
            {{^amount}}Son gün bugün.{{/amount}}
            """,
        "bills.day_before.direct.title": "{{name}}: yarına kadar ödeyin",
        "bills.day_before.direct.body": """
            {{#amount}}Tutar {{amount}}, son gün yarın.{{/amount}}\
            {{^amount}}Son gün yarın.{{/amount}}
            """,
        "bills.overdue.title": "Ödeme gecikti: {{name}}",
        "bills.overdue.body": """
            Son ödeme günü {{#count.1}}dündü{{/count.1}}{{#count.other}}{{count}} gün önceydi{{/count.other}}\
            {{#amount}}: {{amount}}{{/amount}}.
            """,
        "bills.overspending.title": "Bütçe uyarısı: {{name}}",
        "bills.overspending.body": "Bütçe {{budget}}, harcanan {{amount}} (%{{percent}}).",
        "bills.weekly_digest.title": "Önümüzdeki yedi günün faturaları",
        "bills.weekly_digest.body": """
            {{#count.0}}Ödenecek fatura yok{{/count.0}}\
            {{#count.other}}Ödenecek {{count}} fatura var{{/count.other}}\
            {{#names}}: {{names}}{{/names}}.{{#total}} Toplam: {{total}}.{{/total}}
            """,

        "study.daily.title": "Tekrar zamanı",
        "study.daily.body": "Bugün tekrar edilecek {{count}} kelime var.",
        "study.daily.direct.title": "Kelimelerinize birkaç dakika",
        "study.daily.direct.body": "{{count}} kelime sizi bekliyor.",
        "study.nothing_due.title": "Bugün tekrar edilecek bir şey yok",
        "study.nothing_due.body": "Sırada bekleyen kelime yok.",

        "pantry.expires_in_days.title": "Son kullanmaya {{count}} gün: {{name}}",
        "pantry.expires_in_days.body": "Zamanında kullanmayı planlayın.",
        "pantry.expires_tomorrow.title": "Son kullanma tarihi yarın: {{name}}",
        "pantry.expires_tomorrow.body": "Bugün veya yarın kullanın.",
        "pantry.expires_today.title": "Son kullanma tarihi bugün: {{name}}",
        "pantry.expires_today.body": "Kullanmak için bugün son gün.",
        "pantry.expired.title": "Son kullanma tarihi geçti: {{name}}",
        "pantry.expired.body": "Çıkarmayı düşünebilirsiniz.",
        "pantry.expiring_together.title": """
            {{names.size}} ürünün son kullanma tarihi \
            {{#count.0}}bugün{{/count.0}}{{#count.1}}yarın{{/count.1}}{{#count.other}}{{count}} gün sonra{{/count.other}}
            """,
        "pantry.expiring_together.body": "{{names}}",
        "pantry.warranty.title": "Garanti süresi doluyor: {{name}}",
        "pantry.warranty.body": """
            {{#count.0}}Garanti bugün sona eriyor.{{/count.0}}\
            {{#count.other}}{{count}} gün kaldı.{{/count.other}}
            """,
        "pantry.maintenance.title": "Bakım zamanı: {{name}}",
        "pantry.maintenance.body": "Yapılacak iş: {{task}}",
        "pantry.recall.title": "Ürün geri çağırma: {{name}}",
        "pantry.recall.body": "Bu ürün geri çağrıldı. Kullanmayın.{{#reason}} Neden: {{reason}}{{/reason}}",
        "pantry.recall_maybe.title": "Olası geri çağırma: {{name}}",
        "pantry.recall_maybe.body": """
            Bu ürün geri çağrılmış olabilir. Kullanmadan önce kontrol edin.\
            {{#reason}} Neden: {{reason}}{{/reason}}
            """,
        "pantry.alert.title": "Halk sağlığı uyarısı: {{name}}",
        "pantry.alert.body": "Bu ürün için halk sağlığı uyarısı yayımlandı.{{#reason}} Neden: {{reason}}{{/reason}}",
        "pantry.alert_maybe.title": "Olası halk sağlığı uyarısı: {{name}}",
        "pantry.alert_maybe.body": """
            Bir halk sağlığı uyarısı bu ürünü ilgilendiriyor olabilir. Kullanmadan önce kontrol edin.\
            {{#reason}} Neden: {{reason}}{{/reason}}
            """,

        "prayer.time.title": "{{prayer}}: {{time}}",
        "prayer.time.body": """
            {{#prayer.sunrise}}Güneş doğuyor{{/prayer.sunrise}}\
            {{#prayer.fajr}}Sabah namazı vakti girdi{{/prayer.fajr}}\
            {{#prayer.other}}{{prayer}} namazı vakti girdi{{/prayer.other}}\
            {{#place}} ({{place}}){{/place}}.
            """,
        "prayer.before.title": "{{prayer}} vaktine {{count}} dakika kaldı",
        "prayer.before.body": """
            {{#prayer.sunrise}}Sabah namazının vakti o zaman sona erer.{{/prayer.sunrise}}\
            {{#prayer.other}}Namaza hazırlanma zamanı.{{/prayer.other}}
            """,
        "prayer.names.fajr": "İmsak",
        "prayer.names.sunrise": "Güneş",
        "prayer.names.dhuhr": "Öğle",
        "prayer.names.asr": "İkindi",
        "prayer.names.maghrib": "Akşam",
        "prayer.names.isha": "Yatsı",

        "vitality.below.title": """
            {{#name}}{{name}}: {{metric}} düştü{{/name}}\
            {{^name}}Olağanın altında: {{metric}}{{/name}}
            """,
        "vitality.below.body": """
            {{subject}}{{#days}}, {{days}} gündür{{/days}}{{#lately}} (son olarak {{lately}}){{/lately}} {{#name}}{{name}} için {{/name}}\
            olağan düzeyin{{#usual}} ({{usual}}){{/usual}}{{#percent}} %{{percent}}{{/percent}} altında\
            {{#others}}; olağan dışı diğer değerler: {{others}}{{/others}}\
            {{^others}}{{#checked}}; başka hiçbir değer olağan dışı değil{{/checked}}{{/others}}.\
            {{#exercise}} Egzersiz yapılan gün sayısı: {{exercise}}.{{/exercise}}
            """,
        "vitality.above.title": """
            {{#name}}{{name}}: {{metric}} yükseldi{{/name}}\
            {{^name}}Olağanın üstünde: {{metric}}{{/name}}
            """,
        "vitality.above.body": """
            {{subject}}{{#days}}, {{days}} gündür{{/days}}{{#lately}} (son olarak {{lately}}){{/lately}} {{#name}}{{name}} için {{/name}}\
            olağan düzeyin{{#usual}} ({{usual}}){{/usual}}{{#percent}} %{{percent}}{{/percent}} üstünde\
            {{#others}}; olağan dışı diğer değerler: {{others}}{{/others}}\
            {{^others}}{{#checked}}; başka hiçbir değer olağan dışı değil{{/checked}}{{/others}}.\
            {{#exercise}} Egzersiz yapılan gün sayısı: {{exercise}}.{{/exercise}}
            """,
        "vitality.own_below.title": "Sizde {{metric}} düştü",
        "vitality.own_below.body": """
            {{subject}}{{#days}}, {{days}} gündür{{/days}}{{#lately}} (son olarak {{lately}}){{/lately}} \
            olağan düzeyinizin{{#usual}} ({{usual}}){{/usual}}{{#percent}} %{{percent}}{{/percent}} altında\
            {{#others}}; olağan dışı diğer değerler: {{others}}{{/others}}\
            {{^others}}{{#checked}}; başka hiçbir değer olağan dışı değil{{/checked}}{{/others}}.\
            {{#exercise}} Egzersiz yapılan gün sayısı: {{exercise}}.{{/exercise}}
            """,
        "vitality.own_above.title": "Sizde {{metric}} yükseldi",
        "vitality.own_above.body": """
            {{subject}}{{#days}}, {{days}} gündür{{/days}}{{#lately}} (son olarak {{lately}}){{/lately}} \
            olağan düzeyinizin{{#usual}} ({{usual}}){{/usual}}{{#percent}} %{{percent}}{{/percent}} üstünde\
            {{#others}}; olağan dışı diğer değerler: {{others}}{{/others}}\
            {{^others}}{{#checked}}; başka hiçbir değer olağan dışı değil{{/checked}}{{/others}}.\
            {{#exercise}} Egzersiz yapılan gün sayısı: {{exercise}}.{{/exercise}}
            """,
        "vitality.low.title": """
            {{#name}}{{name}}: {{metric}} düşük{{/name}}\
            {{^name}}Düşük: {{metric}}{{/name}}
            """,
        "vitality.low.body": """
            {{subject}}{{#days}}, {{days}} gündür{{/days}}{{#lately}} (son olarak {{lately}}){{/lately}} düşük\
            {{#usual}}, ancak {{#name}}{{name}} için {{/name}}olağan düzeyin ({{usual}}) altında değil{{/usual}}\
            {{#others}}; olağan dışı diğer değerler: {{others}}{{/others}}\
            {{^others}}{{#checked}}; başka hiçbir değer olağan dışı değil{{/checked}}{{/others}}.\
            {{#exercise}} Egzersiz yapılan gün sayısı: {{exercise}}.{{/exercise}}
            """,
        "vitality.own_low.title": "Sizde {{metric}} düşük",
        "vitality.own_low.body": """
            {{subject}}{{#days}}, {{days}} gündür{{/days}}{{#lately}} (son olarak {{lately}}){{/lately}} düşük\
            {{#usual}}, ancak olağan düzeyinizin ({{usual}}) altında değil{{/usual}}\
            {{#others}}; olağan dışı diğer değerler: {{others}}{{/others}}\
            {{^others}}{{#checked}}; başka hiçbir değer olağan dışı değil{{/checked}}{{/others}}.\
            {{#exercise}} Egzersiz yapılan gün sayısı: {{exercise}}.{{/exercise}}
            """,
        "vitality.silent.title": "{{#name}}{{name}}: cihazdan{{/name}}{{^name}}Cihazdan{{/name}} veri gelmiyor",
        "vitality.silent.body": """
            Cihazdan{{#name}} ({{name}}){{/name}}{{#days}} {{days}} gündür{{/days}} veri gelmiyor.\
             Şarjı bitmiş ya da takılmıyor olabilir.
            """,
        "vitality.own_silent.title": "Cihazınızdan veri gelmiyor",
        "vitality.own_silent.body": """
            Cihazınızdan{{#days}} {{days}} gündür{{/days}} veri gelmiyor.\
             Şarjı bitmiş ya da takılmıyor olabilir.
            """,
        "trend.streak_low.title": "Düşük seyrediyor{{#name}} ({{name}}){{/name}}: {{pillar}}",
        "trend.streak_low.body": """
            Son {{count}} puan üç haftanın en düşükleri arasında; ortalamaları 100 üzerinden {{score}}.\
            {{#pillar.stress}} Düşük stres puanı daha fazla yük demektir.{{/pillar.stress}}
            """,
        "trend.drop.title": "Öncekinden düşük{{#name}} ({{name}}){{/name}}: {{pillar}}",
        "trend.drop.body": """
            Son {{count}} puanın ortalaması 100 üzerinden {{score}}; öncekilerden %{{percent}} daha düşük.\
            {{#pillar.stress}} Düşük stres puanı daha fazla yük demektir.{{/pillar.stress}}
            """,
        "trend.rebound.title": "Öncekinden yüksek{{#name}} ({{name}}){{/name}}: {{pillar}}",
        "trend.rebound.body": "Son {{count}} puanın ortalaması 100 üzerinden {{score}}; öncekilerden %{{percent}} daha yüksek.",
        "metric.names.sleep_minutes": "uyku",
        "metric.names.steps": "adım sayısı",
        "metric.names.hrv_ms": "kalp hızı değişkenliği",
        "metric.names.resting_hr": "dinlenme nabzı",
        "metric.names.sleep_efficiency": "uyku verimliliği",
        "metric.names.movement_minutes": "hareket",
        "metric.names.deep_sleep_minutes": "derin uyku",
        "metric.subjects.sleep_minutes": "Uyku",
        "metric.subjects.steps": "Adım sayısı",
        "metric.subjects.hrv_ms": "Kalp hızı değişkenliği",
        "metric.subjects.resting_hr": "Dinlenme nabzı",
        "metric.subjects.sleep_efficiency": "Uyku verimliliği",
        "metric.subjects.movement_minutes": "Hareket",
        "metric.subjects.deep_sleep_minutes": "Derin uyku",
        "pillar.names.sleep": "uyku puanı",
        "pillar.names.movement": "hareket puanı",
        "pillar.names.stress": "stres puanı",

        "canary.title": "Hatırlatmaların sürmesi için uygulamayı açın",
        "canary.body": "Planlanan son zaman: {{day}}, {{time}}.",
        "alert.news.title": "{{#name}}{{name}} hakkında bir mesaj{{/name}}{{^name}}Aileniz hakkında bir mesaj{{/name}}",
        "alert.news.body": "{{#name}}{{name}} hakkında yeni bir haber var.{{/name}}{{^name}}Ailenizden biri hakkında yeni bir haber var.{{/name}}",
        "alert.held.title": "Sizi bekleyen {{count}} bildirim",
        "alert.digest.title": "{{count}} yeni bildirim",
        "alert.together.title": "{{#name}}{{name}} için {{/name}}{{count}} değer olağan dışı",
        "alert.own_news.title": "Hakkınızda bir mesaj",
        "alert.own_news.body": "Hakkınızda yeni bir haber var.",
        "alert.own_together.title": "{{count}} değeriniz olağan dışı",
        "summary.title": "{{count}} hatırlatma",
        "fallback.title": "Hatırlatma",
        "fallback.body": "{{names}}",
    ]
}

extension LanguageFormat {
    static let turkish = LanguageFormat(
        decimalSeparator: ",", groupSeparator: ".", minimumGroupingDigits: 1, minus: "-", money: .symbolFirst,
        currencySymbols: [
            "TRY": "₺", "EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "CNY": "CN¥", "INR": "₹", "KRW": "₩", "ILS": "₪", "CAD": "CA$",
            "AUD": "AU$", "MXN": "MX$", "BRL": "R$",
        ],
        weekdays: ["Pazar", "Pazartesi", "Salı", "Çarşamba", "Perşembe", "Cuma", "Cumartesi"],
        months: ["Ocak", "Şubat", "Mart", "Nisan", "Mayıs", "Haziran", "Temmuz", "Ağustos", "Eylül", "Ekim", "Kasım", "Aralık"],
        day: { weekday, day, month, year in "\(day) \(month) \(year) \(weekday)" },
        units: Units(hour: "sa.", minute: "dk.", second: "sn.", beatsPerMinute: "atım/dk.", percent: { "%\($0)" }, millisecond: "ms"),
        listSeparator: ", ", lastSeparator: { _ in " ve " })
}
