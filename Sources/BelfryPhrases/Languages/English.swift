// What Belfry says in English, and how it writes numbers and days there.

extension StandardTemplates {
    static let englishTexts: [String: String] = [
        "bills.due_day.title": "Due today: {{name}}",
        "bills.due_day.body": """
            {{#amount}}{{amount}} is to be paid today.{{/amount}}\
            {{^amount}}It is to be paid today.{{/amount}}
            """,
        "bills.day_before.title": "Due tomorrow: {{name}}",
        "bills.day_before.body": """
            {{#amount}}{{amount}} is to be paid by tomorrow.{{/amount}}\
            {{^amount}}It is to be paid by tomorrow.{{/amount}}
            """,
        "bills.due_day.direct.title": "{{name}}: pay today",
        "bills.due_day.direct.body": """
            {{#amount}}{{amount}}, and today is the last day.{{/amount}}\
            {{^amount}}Today is the last day.{{/amount}}
            """,
        "bills.day_before.direct.title": "{{name}}: pay by tomorrow",
        "bills.day_before.direct.body": """
            {{#amount}}{{amount}}, and tomorrow is the last day.{{/amount}}\
            {{^amount}}Tomorrow is the last day.{{/amount}}
            """,
        "bills.overdue.title": "Overdue: {{name}}",
        "bills.overdue.body": """
            It was due {{#count.1}}yesterday{{/count.1}}{{#count.other}}{{count}} days ago{{/count.other}}\
            {{#amount}}: {{amount}}{{/amount}}.
            """,
        "bills.overspending.title": "Budget alert: {{name}}",
        "bills.overspending.body": "{{amount}} of {{budget}} spent ({{percent}}%).",
        "bills.weekly_digest.title": "Your bills in the week ahead",
        "bills.weekly_digest.body": """
            {{#count.0}}No bills are due{{/count.0}}\
            {{#count.one}}1 bill is due{{/count.one}}\
            {{#count.other}}{{count}} bills are due{{/count.other}}\
            {{#names}}: {{names}}{{/names}}.{{#total}} Total: {{total}}.{{/total}}
            """,

        "study.daily.title": "Time to review",
        "study.daily.body": """
            {{#count.one}}1 word is due today.{{/count.one}}\
            {{#count.other}}{{count}} words are due today.{{/count.other}}
            """,
        "study.daily.direct.title": "A few minutes for your words",
        "study.daily.direct.body": """
            {{#count.one}}1 word is waiting.{{/count.one}}\
            {{#count.other}}{{count}} words are waiting.{{/count.other}}
            """,
        "study.nothing_due.title": "Nothing to review today",
        "study.nothing_due.body": "You are up to date: no words are due.",

        "pantry.expires_in_days.title": "Expires in {{#count.one}}1 day{{/count.one}}{{#count.other}}{{count}} days{{/count.other}}: {{name}}",
        "pantry.expires_in_days.body": "Plan to use it in time.",
        "pantry.expires_tomorrow.title": "Expires tomorrow: {{name}}",
        "pantry.expires_tomorrow.body": "Use it today or tomorrow.",
        "pantry.expires_today.title": "Expires today: {{name}}",
        "pantry.expires_today.body": "Today is the last day to use it.",
        "pantry.expired.title": "Expired: {{name}}",
        "pantry.expired.body": "Its date has passed. Consider removing it.",
        "pantry.expiring_together.title": """
            {{#names.one}}1 item expires{{/names.one}}{{#names.other}}{{names.size}} items expire{{/names.other}} \
            {{#count.0}}today{{/count.0}}{{#count.1}}tomorrow{{/count.1}}{{#count.other}}in {{count}} days{{/count.other}}
            """,
        "pantry.expiring_together.body": "{{names}}",
        "pantry.warranty.title": "Warranty ends soon: {{name}}",
        "pantry.warranty.body": """
            {{#count.0}}It ends today.{{/count.0}}\
            {{#count.one}}1 day is left.{{/count.one}}\
            {{#count.other}}{{count}} days are left.{{/count.other}}
            """,
        "pantry.maintenance.title": "Maintenance due: {{name}}",
        "pantry.maintenance.body": "To do: {{task}}",
        "pantry.recall.title": "Recall: {{name}}",
        "pantry.recall.body": """
            This product has been recalled. Do not use it.\
            {{#reason}} Reason: {{reason}}{{/reason}}
            """,
        "pantry.recall_maybe.title": "Possible recall: {{name}}",
        "pantry.recall_maybe.body": """
            This product may have been recalled. Check it before you use it.\
            {{#reason}} Reason: {{reason}}{{/reason}}
            """,
        "pantry.alert.title": "Public health alert: {{name}}",
        "pantry.alert.body": """
            A public health alert has been issued for this product.\
            {{#reason}} Reason: {{reason}}{{/reason}}
            """,
        "pantry.alert_maybe.title": "Possible public health alert: {{name}}",
        "pantry.alert_maybe.body": """
            A public health alert may concern this product. Check it before you use it.\
            {{#reason}} Reason: {{reason}}{{/reason}}
            """,

        "prayer.time.title": "{{prayer}} at {{time}}",
        "prayer.time.body": """
            {{#prayer.sunrise}}The Sun is rising{{/prayer.sunrise}}\
            {{#prayer.other}}It is time for the {{prayer}} prayer{{/prayer.other}}\
            {{#place}} in {{place}}{{/place}}.
            """,
        "prayer.before.title": "{{prayer}} in {{#count.one}}1 minute{{/count.one}}{{#count.other}}{{count}} minutes{{/count.other}}",
        "prayer.before.body": """
            {{#prayer.sunrise}}The time for Fajr ends then.{{/prayer.sunrise}}\
            {{#prayer.other}}Time to get ready for prayer.{{/prayer.other}}
            """,
        "prayer.names.fajr": "Fajr",
        "prayer.names.sunrise": "Sunrise",
        "prayer.names.dhuhr": "Dhuhr",
        "prayer.names.asr": "Asr",
        "prayer.names.maghrib": "Maghrib",
        "prayer.names.isha": "Isha",

        "vitality.below.title": """
            {{#name}}{{name}}'s {{metric}} {{#metric.steps}}are{{/metric.steps}}{{#metric.other}}is{{/metric.other}} down{{/name}}\
            {{^name}}Below the usual: {{metric}}{{/name}}
            """,
        "vitality.below.body": """
            {{subject}} {{#percent}}{{percent}}% {{/percent}}below {{#name}}{{name}}'s{{/name}}{{^name}}the{{/name}} usual{{#usual}} {{usual}}{{/usual}}\
            {{#days}} for {{#days.one}}1 day{{/days.one}}{{#days.other}}{{days}} days{{/days.other}}{{/days}}{{#lately}}, lately {{lately}}{{/lately}}\
            {{#others}}; also unusual: {{others}}{{/others}}\
            {{^others}}{{#checked}}; no other metric is unusual{{/checked}}{{/others}}.\
            {{#exercise}} There was exercise on {{#exercise.one}}1 day{{/exercise.one}}\
            {{#exercise.other}}{{exercise}} days{{/exercise.other}}.{{/exercise}}
            """,
        "vitality.above.title": """
            {{#name}}{{name}}'s {{metric}} {{#metric.steps}}are{{/metric.steps}}{{#metric.other}}is{{/metric.other}} up{{/name}}\
            {{^name}}Above the usual: {{metric}}{{/name}}
            """,
        "vitality.above.body": """
            {{subject}} {{#percent}}{{percent}}% {{/percent}}above {{#name}}{{name}}'s{{/name}}{{^name}}the{{/name}} usual{{#usual}} {{usual}}{{/usual}}\
            {{#days}} for {{#days.one}}1 day{{/days.one}}{{#days.other}}{{days}} days{{/days.other}}{{/days}}{{#lately}}, lately {{lately}}{{/lately}}\
            {{#others}}; also unusual: {{others}}{{/others}}\
            {{^others}}{{#checked}}; no other metric is unusual{{/checked}}{{/others}}.\
            {{#exercise}} There was exercise on {{#exercise.one}}1 day{{/exercise.one}}\
            {{#exercise.other}}{{exercise}} days{{/exercise.other}}.{{/exercise}}
            """,
        "vitality.own_below.title": "Your {{metric}} {{#metric.steps}}are{{/metric.steps}}{{#metric.other}}is{{/metric.other}} down",
        "vitality.own_below.body": """
            {{subject}} {{#percent}}{{percent}}% {{/percent}}below your usual{{#usual}} {{usual}}{{/usual}}\
            {{#days}} for {{#days.one}}1 day{{/days.one}}{{#days.other}}{{days}} days{{/days.other}}{{/days}}\
            {{#lately}}, lately {{lately}}{{/lately}}\
            {{#others}}; also unusual: {{others}}{{/others}}\
            {{^others}}{{#checked}}; no other metric is unusual{{/checked}}{{/others}}.\
            {{#exercise}} There was exercise on {{#exercise.one}}1 day{{/exercise.one}}\
            {{#exercise.other}}{{exercise}} days{{/exercise.other}}.{{/exercise}}
            """,
        "vitality.own_above.title": "Your {{metric}} {{#metric.steps}}are{{/metric.steps}}{{#metric.other}}is{{/metric.other}} up",
        "vitality.own_above.body": """
            {{subject}} {{#percent}}{{percent}}% {{/percent}}above your usual{{#usual}} {{usual}}{{/usual}}\
            {{#days}} for {{#days.one}}1 day{{/days.one}}{{#days.other}}{{days}} days{{/days.other}}{{/days}}\
            {{#lately}}, lately {{lately}}{{/lately}}\
            {{#others}}; also unusual: {{others}}{{/others}}\
            {{^others}}{{#checked}}; no other metric is unusual{{/checked}}{{/others}}.\
            {{#exercise}} There was exercise on {{#exercise.one}}1 day{{/exercise.one}}\
            {{#exercise.other}}{{exercise}} days{{/exercise.other}}.{{/exercise}}
            """,
        "vitality.low.title": """
            {{#name}}{{name}}'s {{metric}} {{#metric.steps}}are{{/metric.steps}}{{#metric.other}}is{{/metric.other}} low{{/name}}\
            {{^name}}Low: {{metric}}{{/name}}
            """,
        "vitality.low.body": """
            {{subject}} low{{#days}} for {{#days.one}}1 day{{/days.one}}{{#days.other}}{{days}} days{{/days.other}}{{/days}}\
            {{#lately}}, lately {{lately}}{{/lately}}{{#usual}}, though not below {{#name}}{{name}}'s{{/name}}{{^name}}the{{/name}} usual {{usual}}{{/usual}}\
            {{#others}}; also unusual: {{others}}{{/others}}\
            {{^others}}{{#checked}}; no other metric is unusual{{/checked}}{{/others}}.\
            {{#exercise}} There was exercise on {{#exercise.one}}1 day{{/exercise.one}}\
            {{#exercise.other}}{{exercise}} days{{/exercise.other}}.{{/exercise}}
            """,
        "vitality.own_low.title": "Your {{metric}} {{#metric.steps}}are{{/metric.steps}}{{#metric.other}}is{{/metric.other}} low",
        "vitality.own_low.body": """
            {{subject}} low{{#days}} for {{#days.one}}1 day{{/days.one}}{{#days.other}}{{days}} days{{/days.other}}{{/days}}\
            {{#lately}}, lately {{lately}}{{/lately}}{{#usual}}, though not below your usual {{usual}}{{/usual}}\
            {{#others}}; also unusual: {{others}}{{/others}}\
            {{^others}}{{#checked}}; no other metric is unusual{{/checked}}{{/others}}.\
            {{#exercise}} There was exercise on {{#exercise.one}}1 day{{/exercise.one}}\
            {{#exercise.other}}{{exercise}} days{{/exercise.other}}.{{/exercise}}
            """,
        "vitality.silent.title": "{{#name}}{{name}}'s{{/name}}{{^name}}The{{/name}} wearable sends nothing",
        "vitality.silent.body": """
            No values have come from {{#name}}{{name}}'s{{/name}}{{^name}}the{{/name}} wearable\
            {{#days}} for {{#days.one}}1 day{{/days.one}}{{#days.other}}{{days}} days{{/days.other}}{{/days}}.\
             Its battery may be empty, or it is not being worn.
            """,
        "vitality.own_silent.title": "Your wearable sends nothing",
        "vitality.own_silent.body": """
            No values have come from your wearable\
            {{#days}} for {{#days.one}}1 day{{/days.one}}{{#days.other}}{{days}} days{{/days.other}}{{/days}}.\
             Its battery may be empty, or it is not being worn.
            """,
        "trend.streak_low.title": "Staying low{{#name}} for {{name}}{{/name}}: {{pillar}}",
        "trend.streak_low.body": """
            The last {{count}} scores are among the lowest of three weeks; their mean is {{score}} of 100.\
            {{#pillar.stress}} A low stress score means more strain.{{/pillar.stress}}
            """,
        "trend.drop.title": "Lower than before{{#name}} for {{name}}{{/name}}: {{pillar}}",
        "trend.drop.body": """
            The mean of the last {{count}} scores is {{score}} of 100, {{percent}}% below the scores before.\
            {{#pillar.stress}} A low stress score means more strain.{{/pillar.stress}}
            """,
        "trend.rebound.title": "Higher than before{{#name}} for {{name}}{{/name}}: {{pillar}}",
        "trend.rebound.body": "The mean of the last {{count}} scores is {{score}} of 100, {{percent}}% above the scores before.",
        "metric.names.sleep_minutes": "sleep",
        "metric.names.steps": "steps",
        "metric.names.hrv_ms": "heart rate variability",
        "metric.names.resting_hr": "resting heart rate",
        "metric.names.sleep_efficiency": "sleep efficiency",
        "metric.names.movement_minutes": "movement",
        "metric.names.deep_sleep_minutes": "deep sleep",
        "metric.subjects.sleep_minutes": "Sleep has been",
        "metric.subjects.steps": "Steps have been",
        "metric.subjects.hrv_ms": "Heart rate variability has been",
        "metric.subjects.resting_hr": "Resting heart rate has been",
        "metric.subjects.sleep_efficiency": "Sleep efficiency has been",
        "metric.subjects.movement_minutes": "Movement has been",
        "metric.subjects.deep_sleep_minutes": "Deep sleep has been",
        "pillar.names.sleep": "sleep score",
        "pillar.names.movement": "movement score",
        "pillar.names.stress": "stress score",

        "canary.title": "Open the app to keep your reminders coming",
        "canary.body": "They are planned until {{day}}, {{time}}.",
        "alert.news.title": "A message about {{#name}}{{name}}{{/name}}{{^name}}your family{{/name}}",
        "alert.news.body": "There is news about {{#name}}{{name}}{{/name}}{{^name}}a member of your family{{/name}}.",
        "alert.held.title": "{{count}} updates that waited for you",
        "alert.digest.title": "{{count}} updates",
        "alert.together.title": """
            {{count}} of {{#name}}{{name}}'s{{/name}}{{^name}}a family member's{{/name}} figures are off their usual
            """,
        "alert.own_news.title": "A message about you",
        "alert.own_news.body": "There is news about you.",
        "alert.own_together.title": "{{count}} of your figures are off their usual",
        "summary.title": "{{#count.one}}1 reminder{{/count.one}}{{#count.other}}{{count}} reminders{{/count.other}}",
        "fallback.title": "Reminder",
        "fallback.body": "{{names}}",
    ]
}

extension LanguageFormat {
    static let english = LanguageFormat(
        decimalSeparator: ".", groupSeparator: ",", minimumGroupingDigits: 1, minus: "-", money: .symbolFirst,
        currencySymbols: [
            "EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "CNY": "CN¥", "INR": "₹", "KRW": "₩", "ILS": "₪", "CAD": "CA$", "AUD": "A$",
            "MXN": "MX$", "BRL": "R$",
        ],
        weekdays: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
        months: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
        ],
        // The order of British English, as in the rest of what Belfry says.
        day: { weekday, day, month, year in "\(weekday) \(day) \(month) \(year)" },
        units: Units(hour: "h", minute: "min", second: "s", beatsPerMinute: "bpm", percent: { "\($0)%" }, millisecond: "ms"),
        listSeparator: ", ", lastSeparator: { _ in " and " })
}
