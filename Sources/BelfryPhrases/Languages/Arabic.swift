// What Belfry says in Arabic, and how it writes numbers and days there.

extension StandardTemplates {
    /// For how many days, in each of the forms that Arabic has for a number of them.
    private static let sinceDays = """
        {{#days}} منذ \
        {{#days.zero}}اليوم{{/days.zero}}\
        {{#days.one}}يوم واحد{{/days.one}}\
        {{#days.two}}يومين{{/days.two}}\
        {{#days.few}}{{days}} أيام{{/days.few}}\
        {{#days.many}}{{days}} يومًا{{/days.many}}\
        {{#days.other}}{{days}} يوم{{/days.other}}{{/days}}
        """

    static let arabicTexts: [String: String] = [
        "bills.due_day.title": "مستحق اليوم: {{name}}",
        "bills.due_day.body": """
            {{#amount}}المبلغ المطلوب سداده اليوم: {{amount}}.{{/amount}}\
            {{^amount}}موعد السداد اليوم.{{/amount}}
            """,
        "bills.day_before.title": "مستحق غدًا: {{name}}",
        "bills.day_before.body": """
            {{#amount}}المبلغ المطلوب سداده حتى الغد: {{amount}}.{{/amount}}\
            {{^amount}}موعد السداد غدًا.{{/amount}}
            """,
        "bills.due_day.direct.title": "{{name}}: آخر موعد اليوم",
        "bills.due_day.direct.body": """
            {{#amount}}المبلغ {{amount}}، واليوم آخر موعد.{{/amount}}\
            {{^amount}}اليوم آخر موعد.{{/amount}}
            """,
        "bills.day_before.direct.title": "{{name}}: آخر موعد غدًا",
        "bills.day_before.direct.body": """
            {{#amount}}المبلغ {{amount}}، وغدًا آخر موعد.{{/amount}}\
            {{^amount}}غدًا آخر موعد.{{/amount}}
            """,
        "bills.overdue.title": "دفعة متأخرة: {{name}}",
        "bills.overdue.body": """
            كان موعد السداد \
            {{#count.1}}أمس{{/count.1}}\
            {{#count.two}}قبل يومين{{/count.two}}\
            {{#count.few}}قبل {{count}} أيام{{/count.few}}\
            {{#count.many}}قبل {{count}} يومًا{{/count.many}}\
            {{#count.other}}قبل {{count}} يوم{{/count.other}}\
            {{#amount}}: {{amount}}{{/amount}}.
            """,
        "bills.overspending.title": "تنبيه الميزانية: {{name}}",
        "bills.overspending.body": "أُنفق {{amount}} من أصل {{budget}} ({{percent}}\u{200E}%\u{200E}).",
        "bills.weekly_digest.title": "فواتير الأيام السبعة القادمة",
        "bills.weekly_digest.body": """
            {{#count.zero}}لا توجد فواتير مستحقة{{/count.zero}}\
            {{#count.one}}فاتورة واحدة مستحقة{{/count.one}}\
            {{#count.two}}فاتورتان مستحقتان{{/count.two}}\
            {{#count.few}}{{count}} فواتير مستحقة{{/count.few}}\
            {{#count.many}}{{count}} فاتورةً مستحقة{{/count.many}}\
            {{#count.other}}{{count}} فاتورة مستحقة{{/count.other}}\
            {{#names}}: {{names}}{{/names}}.{{#total}} الإجمالي: {{total}}.{{/total}}
            """,

        "study.daily.title": "حان وقت المراجعة",
        "study.daily.body": """
            {{#count.zero}}لا توجد كلمات للمراجعة اليوم.{{/count.zero}}\
            {{#count.one}}لديك كلمة واحدة للمراجعة اليوم.{{/count.one}}\
            {{#count.two}}لديك كلمتان للمراجعة اليوم.{{/count.two}}\
            {{#count.few}}لديك {{count}} كلمات للمراجعة اليوم.{{/count.few}}\
            {{#count.many}}لديك {{count}} كلمةً للمراجعة اليوم.{{/count.many}}\
            {{#count.other}}لديك {{count}} كلمة للمراجعة اليوم.{{/count.other}}
            """,
        "study.daily.direct.title": "دقائق قليلة لكلماتك",
        "study.daily.direct.body": """
            {{#count.zero}}لا كلمات بانتظارك.{{/count.zero}}\
            {{#count.one}}كلمة واحدة بانتظارك.{{/count.one}}\
            {{#count.two}}كلمتان بانتظارك.{{/count.two}}\
            {{#count.few}}{{count}} كلمات بانتظارك.{{/count.few}}\
            {{#count.many}}{{count}} كلمةً بانتظارك.{{/count.many}}\
            {{#count.other}}{{count}} كلمة بانتظارك.{{/count.other}}
            """,
        "study.nothing_due.title": "لا شيء للمراجعة اليوم",
        "study.nothing_due.body": "لا توجد كلمات مستحقة.",

        "pantry.expires_in_days.title": """
            تنتهي الصلاحية \
            {{#count.zero}}اليوم{{/count.zero}}\
            {{#count.one}}بعد يوم واحد{{/count.one}}\
            {{#count.two}}بعد يومين{{/count.two}}\
            {{#count.few}}بعد {{count}} أيام{{/count.few}}\
            {{#count.many}}بعد {{count}} يومًا{{/count.many}}\
            {{#count.other}}بعد {{count}} يوم{{/count.other}}\
            : {{name}}
            """,
        "pantry.expires_in_days.body": "يُستحسن الاستخدام قبل ذلك.",
        "pantry.expires_tomorrow.title": "تنتهي الصلاحية غدًا: {{name}}",
        "pantry.expires_tomorrow.body": "يُستحسن الاستخدام اليوم أو غدًا.",
        "pantry.expires_today.title": "تنتهي الصلاحية اليوم: {{name}}",
        "pantry.expires_today.body": "اليوم آخر يوم للاستخدام.",
        "pantry.expired.title": "انتهت الصلاحية: {{name}}",
        "pantry.expired.body": "مضى تاريخ الصلاحية. يُستحسن التخلص من المنتج.",
        "pantry.expiring_together.title": """
            تنتهي \
            {{#count.0}}اليوم{{/count.0}}\
            {{#count.1}}غدًا{{/count.1}}\
            {{#count.two}}بعد يومين{{/count.two}}\
            {{#count.few}}بعد {{count}} أيام{{/count.few}}\
            {{#count.many}}بعد {{count}} يومًا{{/count.many}}\
            {{#count.other}}بعد {{count}} يوم{{/count.other}}\
             صلاحية \
            {{#names.one}}منتج واحد{{/names.one}}\
            {{#names.two}}منتجين{{/names.two}}\
            {{#names.few}}{{names.size}} منتجات{{/names.few}}\
            {{#names.many}}{{names.size}} منتجًا{{/names.many}}\
            {{#names.other}}{{names.size}} منتج{{/names.other}}
            """,
        "pantry.expiring_together.body": "القائمة: {{names}}",
        "pantry.warranty.title": "ينتهي الضمان قريبًا: {{name}}",
        "pantry.warranty.body": """
            {{#count.zero}}ينتهي الضمان اليوم.{{/count.zero}}\
            {{#count.one}}بقي يوم واحد.{{/count.one}}\
            {{#count.two}}بقي يومان.{{/count.two}}\
            {{#count.few}}بقيت {{count}} أيام.{{/count.few}}\
            {{#count.many}}بقي {{count}} يومًا.{{/count.many}}\
            {{#count.other}}بقي {{count}} يوم.{{/count.other}}
            """,
        "pantry.maintenance.title": "موعد الصيانة: {{name}}",
        "pantry.maintenance.body": "المطلوب: {{task}}",
        "pantry.recall.title": "استدعاء منتج: {{name}}",
        "pantry.recall.body": "تم استدعاء هذا المنتج. لا تستخدمه.{{#reason}} السبب: {{reason}}{{/reason}}",
        "pantry.recall_maybe.title": "استدعاء محتمل: {{name}}",
        "pantry.recall_maybe.body": """
            قد يكون هذا المنتج مشمولًا باستدعاء. تحقّق منه قبل استخدامه.\
            {{#reason}} السبب: {{reason}}{{/reason}}
            """,
        "pantry.alert.title": "تنبيه صحي عام: {{name}}",
        "pantry.alert.body": "صدر تنبيه صحي عام بشأن هذا المنتج.{{#reason}} السبب: {{reason}}{{/reason}}",
        "pantry.alert_maybe.title": "تنبيه صحي عام محتمل: {{name}}",
        "pantry.alert_maybe.body": """
            قد يشمل تنبيه صحي عام هذا المنتج. تحقّق منه قبل استخدامه.\
            {{#reason}} السبب: {{reason}}{{/reason}}
            """,

        "prayer.time.title": "{{prayer}} الساعة {{time}}",
        "prayer.time.body": """
            {{#prayer.sunrise}}تشرق الشمس الآن{{/prayer.sunrise}}\
            {{#prayer.other}}حان وقت صلاة {{prayer}}{{/prayer.other}}\
            {{#place}} في {{place}}{{/place}}.
            """,
        "prayer.before.title": """
            {{prayer}} \
            {{#count.zero}}الآن{{/count.zero}}\
            {{#count.one}}بعد دقيقة واحدة{{/count.one}}\
            {{#count.two}}بعد دقيقتين{{/count.two}}\
            {{#count.few}}بعد {{count}} دقائق{{/count.few}}\
            {{#count.many}}بعد {{count}} دقيقةً{{/count.many}}\
            {{#count.other}}بعد {{count}} دقيقة{{/count.other}}
            """,
        "prayer.before.body": """
            {{#prayer.sunrise}}عندها ينتهي وقت صلاة الفجر.{{/prayer.sunrise}}\
            {{#prayer.other}}حان وقت الاستعداد للصلاة.{{/prayer.other}}
            """,
        "prayer.names.fajr": "الفجر",
        "prayer.names.sunrise": "الشروق",
        "prayer.names.dhuhr": "الظهر",
        "prayer.names.asr": "العصر",
        "prayer.names.maghrib": "المغرب",
        "prayer.names.isha": "العشاء",

        "vitality.below.title": """
            {{#name}}{{name}}: {{metric}} أقل من المعتاد{{/name}}\
            {{^name}}أقل من المعتاد: {{metric}}{{/name}}
            """,
        "vitality.below.body": """
            {{subject}} أقل من المعتاد{{#name}} لدى {{name}}{{/name}}{{#usual}} ({{usual}}){{/usual}}\
            {{#percent}} بنسبة {{percent}}\u{200E}%\u{200E}{{/percent}}\(sinceDays)\
            {{#lately}}، ومؤخرًا {{lately}}{{/lately}}\
            {{#others}}؛ قياسات أخرى خارج المعتاد: {{others}}{{/others}}\
            {{^others}}{{#checked}}؛ لا توجد قياسات أخرى خارج المعتاد{{/checked}}{{/others}}.\
            {{#exercise}} عدد أيام التمرين: {{exercise}}.{{/exercise}}
            """,
        "vitality.above.title": """
            {{#name}}{{name}}: {{metric}} أعلى من المعتاد{{/name}}\
            {{^name}}أعلى من المعتاد: {{metric}}{{/name}}
            """,
        "vitality.above.body": """
            {{subject}} أعلى من المعتاد{{#name}} لدى {{name}}{{/name}}{{#usual}} ({{usual}}){{/usual}}\
            {{#percent}} بنسبة {{percent}}\u{200E}%\u{200E}{{/percent}}\(sinceDays)\
            {{#lately}}، ومؤخرًا {{lately}}{{/lately}}\
            {{#others}}؛ قياسات أخرى خارج المعتاد: {{others}}{{/others}}\
            {{^others}}{{#checked}}؛ لا توجد قياسات أخرى خارج المعتاد{{/checked}}{{/others}}.\
            {{#exercise}} عدد أيام التمرين: {{exercise}}.{{/exercise}}
            """,
        "vitality.own_below.title": "{{metric}} لديك أقل من المعتاد",
        "vitality.own_below.body": """
            {{subject}} أقل من المعتاد لديك{{#usual}} ({{usual}}){{/usual}}\
            {{#percent}} بنسبة {{percent}}\u{200E}%\u{200E}{{/percent}}\(sinceDays)\
            {{#lately}}، ومؤخرًا {{lately}}{{/lately}}\
            {{#others}}؛ قياسات أخرى خارج المعتاد: {{others}}{{/others}}\
            {{^others}}{{#checked}}؛ لا توجد قياسات أخرى خارج المعتاد{{/checked}}{{/others}}.\
            {{#exercise}} عدد أيام التمرين: {{exercise}}.{{/exercise}}
            """,
        "vitality.own_above.title": "{{metric}} لديك أعلى من المعتاد",
        "vitality.own_above.body": """
            {{subject}} أعلى من المعتاد لديك{{#usual}} ({{usual}}){{/usual}}\
            {{#percent}} بنسبة {{percent}}\u{200E}%\u{200E}{{/percent}}\(sinceDays)\
            {{#lately}}، ومؤخرًا {{lately}}{{/lately}}\
            {{#others}}؛ قياسات أخرى خارج المعتاد: {{others}}{{/others}}\
            {{^others}}{{#checked}}؛ لا توجد قياسات أخرى خارج المعتاد{{/checked}}{{/others}}.\
            {{#exercise}} عدد أيام التمرين: {{exercise}}.{{/exercise}}
            """,
        "vitality.low.title": """
            {{#name}}{{name}}: {{metric}} عند مستوى منخفض{{/name}}\
            {{^name}}مستوى منخفض: {{metric}}{{/name}}
            """,
        "vitality.low.body": """
            {{subject}} عند مستوى منخفض\(sinceDays)\
            {{#lately}}، ومؤخرًا {{lately}}{{/lately}}{{#usual}}، من دون النزول عن المعتاد{{#name}} لدى {{name}}{{/name}} ({{usual}}){{/usual}}\
            {{#others}}؛ قياسات أخرى خارج المعتاد: {{others}}{{/others}}\
            {{^others}}{{#checked}}؛ لا توجد قياسات أخرى خارج المعتاد{{/checked}}{{/others}}.\
            {{#exercise}} عدد أيام التمرين: {{exercise}}.{{/exercise}}
            """,
        "vitality.own_low.title": "{{metric}} لديك عند مستوى منخفض",
        "vitality.own_low.body": """
            {{subject}} عند مستوى منخفض\(sinceDays)\
            {{#lately}}، ومؤخرًا {{lately}}{{/lately}}{{#usual}}، من دون النزول عن المعتاد لديك ({{usual}}){{/usual}}\
            {{#others}}؛ قياسات أخرى خارج المعتاد: {{others}}{{/others}}\
            {{^others}}{{#checked}}؛ لا توجد قياسات أخرى خارج المعتاد{{/checked}}{{/others}}.\
            {{#exercise}} عدد أيام التمرين: {{exercise}}.{{/exercise}}
            """,
        "vitality.silent.title": "{{#name}}{{name}}: {{/name}}لا تصل بيانات من الجهاز",
        "vitality.silent.body": """
            لم تصل بيانات من الجهاز{{#name}} لدى {{name}}{{/name}}\(sinceDays).\
             ربما نفد شحنه أو أنه غير مُرتدى.
            """,
        "vitality.own_silent.title": "لا تصل بيانات من جهازك",
        "vitality.own_silent.body": """
            لم تصل بيانات من جهازك\(sinceDays).\
             ربما نفد شحنه أو أنه غير مُرتدى.
            """,
        "trend.streak_low.title": "انخفاض مستمر{{#name}} لدى {{name}}{{/name}}: {{pillar}}",
        "trend.streak_low.body": """
            {{#count.few}}آخر {{count}} درجات{{/count.few}}\
            {{#count.other}}آخر {{count}} درجة{{/count.other}} من بين الأدنى في ثلاثة أسابيع؛ متوسطها {{score}} من 100.\
            {{#pillar.stress}} انخفاض درجة التوتر يعني إجهادًا أكبر.{{/pillar.stress}}
            """,
        "trend.drop.title": "أقل من السابق{{#name}} لدى {{name}}{{/name}}: {{pillar}}",
        "trend.drop.body": """
            متوسط \
            {{#count.few}}آخر {{count}} درجات{{/count.few}}\
            {{#count.other}}آخر {{count}} درجة{{/count.other}}\
             هو {{score}} من 100، أي أقل من السابقة بنسبة {{percent}}\u{200E}%\u{200E}.\
            {{#pillar.stress}} انخفاض درجة التوتر يعني إجهادًا أكبر.{{/pillar.stress}}
            """,
        "trend.rebound.title": "أعلى من السابق{{#name}} لدى {{name}}{{/name}}: {{pillar}}",
        "trend.rebound.body": """
            متوسط \
            {{#count.few}}آخر {{count}} درجات{{/count.few}}\
            {{#count.other}}آخر {{count}} درجة{{/count.other}}\
             هو {{score}} من 100، أي أعلى من السابقة بنسبة {{percent}}\u{200E}%\u{200E}.
            """,
        "metric.names.sleep_minutes": "النوم",
        "metric.names.steps": "عدد الخطوات",
        "metric.names.hrv_ms": "تقلب معدل ضربات القلب",
        "metric.names.resting_hr": "معدل ضربات القلب أثناء الراحة",
        "metric.names.sleep_efficiency": "كفاءة النوم",
        "metric.names.movement_minutes": "الحركة",
        "metric.names.deep_sleep_minutes": "النوم العميق",
        "metric.subjects.sleep_minutes": "النوم",
        "metric.subjects.steps": "عدد الخطوات",
        "metric.subjects.hrv_ms": "تقلب معدل ضربات القلب",
        "metric.subjects.resting_hr": "معدل ضربات القلب أثناء الراحة",
        "metric.subjects.sleep_efficiency": "كفاءة النوم",
        "metric.subjects.movement_minutes": "الحركة",
        "metric.subjects.deep_sleep_minutes": "النوم العميق",
        "pillar.names.sleep": "درجة النوم",
        "pillar.names.movement": "درجة الحركة",
        "pillar.names.stress": "درجة التوتر",

        "canary.title": "افتح التطبيق لتستمر تذكيراتك",
        "canary.body": "التذكيرات مجدولة حتى {{day}}، {{time}}.",
        "alert.news.title": "رسالة بشأن {{#name}}{{name}}{{/name}}{{^name}}عائلتك{{/name}}",
        "alert.news.body": "هناك جديد بشأن {{#name}}{{name}}{{/name}}{{^name}}أحد أفراد عائلتك{{/name}}.",
        "alert.held.title": """
            {{#count.two}}إشعاران{{/count.two}}\
            {{#count.few}}{{count}} إشعارات{{/count.few}}\
            {{#count.many}}{{count}} إشعارًا{{/count.many}}\
            {{#count.other}}{{count}} إشعار{{/count.other}} بانتظارك
            """,
        "alert.digest.title": """
            {{#count.zero}}لا إشعارات{{/count.zero}}\
            {{#count.one}}إشعار واحد{{/count.one}}\
            {{#count.two}}إشعاران{{/count.two}}\
            {{#count.few}}{{count}} إشعارات{{/count.few}}\
            {{#count.many}}{{count}} إشعارًا{{/count.many}}\
            {{#count.other}}{{count}} إشعار{{/count.other}}
            """,
        "alert.together.title": """
            {{#count.two}}قياسان{{/count.two}}\
            {{#count.few}}{{count}} قياسات{{/count.few}}\
            {{#count.many}}{{count}} قياسًا{{/count.many}}\
            {{#count.other}}{{count}} قياس{{/count.other}} خارج المعتاد{{#name}} لدى {{name}}{{/name}}
            """,
        "alert.own_news.title": "رسالة بشأنك",
        "alert.own_news.body": "هناك جديد بشأنك.",
        "alert.own_together.title": """
            {{#count.two}}قياسان{{/count.two}}\
            {{#count.few}}{{count}} قياسات{{/count.few}}\
            {{#count.many}}{{count}} قياسًا{{/count.many}}\
            {{#count.other}}{{count}} قياس{{/count.other}} خارج المعتاد لديك
            """,
        "summary.title": """
            {{#count.zero}}لا تذكيرات{{/count.zero}}\
            {{#count.one}}تذكير واحد{{/count.one}}\
            {{#count.two}}تذكيران{{/count.two}}\
            {{#count.few}}{{count}} تذكيرات{{/count.few}}\
            {{#count.many}}{{count}} تذكيرًا{{/count.many}}\
            {{#count.other}}{{count}} تذكير{{/count.other}}
            """,
        "fallback.title": "تذكير",
        "fallback.body": "التفاصيل: {{names}}",
    ]
}

extension LanguageFormat {
    /// The digits are `0` to `9`: the CLDR's default for `ar`, which has the Arabic-Indic ones for `ar-EG` and others.
    static let arabic = LanguageFormat(
        decimalSeparator: ".", groupSeparator: ",", minimumGroupingDigits: 1, minus: "\u{200E}-", money: .symbolLastRightToLeft,
        currencySymbols: [
            "EUR": "€", "USD": "US$", "GBP": "UK£", "JPY": "JP¥", "CNY": "CN¥", "INR": "₹", "KRW": "₩", "ILS": "₪", "CAD": "CA$", "AUD": "AU$",
            "MXN": "MX$", "BRL": "R$",
            "SAR": "ر.س.\u{200F}", "EGP": "ج.م.\u{200F}", "AED": "د.إ.\u{200F}", "KWD": "د.ك.\u{200F}", "BHD": "د.ب.\u{200F}",
            "QAR": "ر.ق.\u{200F}", "OMR": "ر.ع.\u{200F}", "TND": "د.ت.\u{200F}", "MAD": "د.م.\u{200F}", "JOD": "د.أ.\u{200F}",
            "IQD": "د.ع.\u{200F}", "DZD": "د.ج.\u{200F}",
        ],
        weekdays: ["الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"],
        months: ["يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"],
        day: { weekday, day, month, year in "\(weekday)، \(day) \(month) \(year)" },
        units: Units(hour: "س", minute: "د", second: "ث", beatsPerMinute: "نبضة/د", percent: { "\($0)\u{200E}%\u{200E}" }, millisecond: "ملي ث"),
        listSeparator: " و", lastSeparator: { _ in " و" })
}
