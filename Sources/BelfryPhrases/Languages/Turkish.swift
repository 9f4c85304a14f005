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
        "bills.overdue.title": "Ödeme gecikti: {{name}}",
        "bills.overdue.body": """
            Son ödeme günü {{#count.1}}dündü{{/count.1}}{{#count.other}}{{count}} gün önceydi{{/count.other}}\
            {{#amount}}: {{amount}}{{/amount}}.
            """,
        "bills.overspending.title": "Bütçe uyarısı: {{name}}",
        "bills.overspending.body": "{{budget}} bütçenin {{amount}} kadarı harcandı (%{{percent}}).",
        "bills.weekly_digest.title": "Bu haftanın faturaları",
        "bills.weekly_digest.body": """
            {{#count.0}}Ödenecek fatura yok{{/count.0}}\
            {{#count.other}}Ödenecek {{count}} fatura var{{/count.other}}\
            {{#names}}: {{names}}{{/names}}.{{#total}} Toplam: {{total}}.{{/total}}
            """,

        "study.daily.title": "Tekrar zamanı",
        "study.daily.body": "Bugün tekrar edilecek {{count}} kelime var.",
        "study.nothing_due.title": "Bugün tekrar edilecek bir şey yok",
        "study.nothing_due.body": "Sırada bekleyen kelime yok.",

        "pantry.expires_in_days.title": "Son kullanma tarihine {{count}} gün kaldı: {{name}}",
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

        "canary.title": "Hatırlatmaların sürmesi için uygulamayı açın",
        "canary.body": "Planlanan son zaman: {{day}}, {{time}}.",
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
        listSeparator: ", ", lastSeparator: { _ in " ve " })
}
