import BelfryModel

extension Phrases {
    /// The words on a button; its identifier where there are none.
    public static func title(ofAction identifier: String, in language: Language) -> String {
        actions[identifier]?[language] ?? actions[identifier]?[.english] ?? identifier
    }

    /// What a tap on a notification does, for systems that show it as a button.
    public static func openTitle(in language: Language) -> String { EmailWords.of(language).open }

    /// Under which a system lists a kind of notification among an app's settings.
    public static func name(ofChannel channel: String, in language: Language) -> String {
        channels[channel]?[language] ?? channels[channel]?[.english] ?? channel
    }

    /// What a person can do so that notifications are shown; nil where they are.
    public static func banner(for notice: DeviceNotice, in language: Language) -> String? {
        banners[notice]?[language] ?? banners[notice]?[.english]
    }

    private static let actions: [String: [Language: String]] = [
        "USED": [
            .english: "Used", .german: "Verbraucht", .french: "Utilisé", .spanish: "Usado", .turkish: "Kullanıldı", .arabic: "تم الاستخدام",
        ],
        "RECIPES": [
            .english: "Recipes", .german: "Rezepte", .french: "Recettes", .spanish: "Recetas", .turkish: "Tarifler", .arabic: "وصفات",
        ],
        "SNOOZE": [
            .english: "Snooze 12 h", .german: "In 12 Std. erinnern", .french: "Rappeler dans 12 h", .spanish: "Recordar en 12 h",
            .turkish: "12 saat ertele", .arabic: "تذكير بعد 12 ساعة",
        ],
        "DONE": [
            .english: "Done", .german: "Erledigt", .french: "C’est fait", .spanish: "Hecho", .turkish: "Yapıldı", .arabic: "تم",
        ],
        "LATER": [
            .english: "Snooze 1 h", .german: "In 1 Std. erinnern", .french: "Rappeler dans 1 h", .spanish: "Recordar en 1 h",
            .turkish: "1 saat ertele", .arabic: "تذكير بعد ساعة",
        ],
    ]

    private static let channels: [String: [Language: String]] = [
        "bill-reminders": [
            .english: "Bill reminders", .german: "Rechnungen", .french: "Rappels de factures", .spanish: "Recordatorios de facturas",
            .turkish: "Fatura hatırlatmaları", .arabic: "تذكيرات الفواتير",
        ],
        "study-reminders": [
            .english: "Study reminders", .german: "Lernen", .french: "Rappels de révision", .spanish: "Recordatorios de estudio",
            .turkish: "Çalışma hatırlatmaları", .arabic: "تذكيرات الدراسة",
        ],
        "pantry-reminders": [
            .english: "Pantry reminders", .german: "Vorräte", .french: "Rappels du garde-manger", .spanish: "Recordatorios de la despensa",
            .turkish: "Kiler hatırlatmaları", .arabic: "تذكيرات المؤن",
        ],
        "product-recalls": [
            .english: "Product recalls", .german: "Produktrückrufe", .french: "Rappels de produits", .spanish: "Retiradas de productos",
            .turkish: "Ürün geri çağırmaları", .arabic: "استدعاء المنتجات",
        ],
        "prayer-times": [
            .english: "Prayer times", .german: "Gebetszeiten", .french: "Heures de prière", .spanish: "Horarios de oración",
            .turkish: "Namaz vakitleri", .arabic: "مواقيت الصلاة",
        ],
        "own-reminders": [
            .english: "Your own reminders", .german: "Eigene Erinnerungen", .french: "Rappels personnels", .spanish: "Recordatorios propios",
            .turkish: "Kendi hatırlatmalarınız", .arabic: "تذكيراتك الخاصة",
        ],
        "general": [
            .english: "Other reminders", .german: "Weitere Erinnerungen", .french: "Autres rappels", .spanish: "Otros recordatorios",
            .turkish: "Diğer hatırlatmalar", .arabic: "تذكيرات أخرى",
        ],
    ]

    // In German Apple's settings have "Mitteilungen", where others, as Linux desktops and browsers, have "Benachrichtigungen". What leads into the
    // settings has Apple's word, because nobody else asks for a permission; a missing service is one of Linux, and Belfry's own pages have the other.
    private static let banners: [DeviceNotice: [Language: String]] = [
        .mayAsk: [
            .english: "Allow notifications to be reminded in time.",
            .german: "Erlaube Mitteilungen, um rechtzeitig erinnert zu werden.",
            .french: "Autorisez les notifications pour recevoir vos rappels à temps.",
            .spanish: "Permite las notificaciones para recibir los recordatorios a tiempo.",
            .turkish: "Hatırlatmaların zamanında gelmesi için bildirimlere izin verin.",
            .arabic: "اسمح بالإشعارات لتصلك التذكيرات في وقتها.",
        ],
        .denied: [
            .english: "Notifications are off, so nothing can be shown. Switch them on in the system's settings for this app.",
            .german: "Mitteilungen sind ausgeschaltet, deshalb kann nichts angezeigt werden. Schalte sie in den Systemeinstellungen für diese App ein.",
            .french: "Les notifications sont désactivées, rien ne peut donc s’afficher. Activez-les dans les réglages du système pour cette application.",
            .spanish: "Las notificaciones están desactivadas, así que no se puede mostrar nada. Actívalas en los ajustes del sistema para esta app.",
            .turkish: "Bildirimler kapalı olduğu için hiçbir şey gösterilemiyor. Sistem ayarlarında bu uygulama için açın.",
            .arabic: "الإشعارات متوقفة، لذلك لا يمكن عرض أي شيء. فعّلها لهذا التطبيق من إعدادات النظام.",
        ],
        .noService: [
            .english: "There is no notification service on this system, so nothing can be shown until there is one.",
            .german: "Dieses System hat keinen Benachrichtigungsdienst, deshalb kann nichts angezeigt werden, bis es einen hat.",
            .french: "Ce système n’a pas de service de notification\u{A0}: rien ne peut s’afficher tant qu’il n’y en a pas.",
            .spanish: "Este sistema no tiene servicio de notificaciones, así que no se puede mostrar nada hasta que haya uno.",
            .turkish: "Bu sistemde bildirim hizmeti yok; bir hizmet çalışana kadar hiçbir şey gösterilemiyor.",
            .arabic: "لا توجد خدمة إشعارات في هذا النظام، لذلك لا يمكن عرض أي شيء إلى أن تتوفر واحدة.",
        ],
    ]
}
