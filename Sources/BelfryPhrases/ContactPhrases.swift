import BelfryModel

extension Phrases {
    /// What brings a code to an address, so that whoever reads it can show that it is theirs.
    ///
    /// - Parameter code: digits.
    public static func verification(code: String, in language: Language) -> NotificationContent {
        let words = verifications[language] ?? verifications[.english] ?? ("{code}", "")
        return NotificationContent(
            title: words.title.replacing("{code}", with: code), body: words.body, severity: .critical, language: language)
    }

    /// What a bot answers in a chat.
    public static func answer(_ word: ChatWord, in language: Language) -> String { PageWords(language)(word) }

    private static let verifications: [Language: (title: String, body: String)] = [
        .english: (
            "{code} is your Belfry code", "Enter it within 15 minutes to be told here. If you didn't ask for it, there is nothing to do."
        ),
        .german: (
            "{code} ist dein Code für Belfry",
            "Gib ihn innerhalb von 15 Minuten ein, um hier benachrichtigt zu werden. Wenn du ihn nicht angefordert hast, ist nichts zu tun."
        ),
        .french: (
            "{code} est votre code Belfry",
            "Saisissez-le dans les 15 minutes pour recevoir les notifications ici. Sans demande de votre part, il suffit de ne rien faire."
        ),
        .spanish: (
            "{code} es tu código de Belfry",
            "Introdúcelo en 15 minutos para recibir avisos aquí. Si no lo has pedido, no tienes que hacer nada."
        ),
        .turkish: (
            "Belfry kodunuz: {code}",
            "Buradan haber almak için 15 dakika içinde girin. Siz istemediyseniz bir şey yapmanız gerekmez."
        ),
        .arabic: ("رمز Belfry الخاص بك: {code}", "أدخله خلال 15 دقيقة لتصلك الإشعارات هنا. إذا لم تطلبه فلا يلزم أي إجراء."),
    ]
}

/// What a bot says to who writes to it.
public enum ChatWord: PageWord {
    case linked, linkVoid, stopped, buttonVoid
    /// In the place of a message that was taken back, is done by somebody else, or gave its place to a later one.
    case takenBack, done, replaced

    public var texts: PageTexts {
        switch self {
        case .linked:
            PageTexts(
                en: "You are told here from now on. Send /stop to end it.", ar: "ستصلك الإشعارات هنا من الآن فصاعدًا. أرسل \u{200E}/stop لإيقافها.",
                de: "Ab jetzt wirst du hier benachrichtigt. Mit /stop endet es.", fr: "Vous serez désormais informé ici. Envoyez /stop pour arrêter.",
                es: "Desde ahora recibirás avisos aquí. Envía /stop para terminar.", tr: "Bundan böyle buradan haber alacaksınız. Bitirmek için /stop gönderin.")
        case .linkVoid:
            PageTexts(
                en: "This link is no longer valid. Get a new one where you found it.", ar: "لم يعد هذا الرابط صالحًا. اطلب رابطًا جديدًا من حيث وجدته.",
                de: "Dieser Link gilt nicht mehr. Hol dir dort, wo er stand, einen neuen.",
                fr: "Ce lien n’est plus valable. Demandez-en un nouveau là où vous l’avez trouvé.",
                es: "Este enlace ya no es válido. Pide uno nuevo donde lo encontraste.", tr: "Bu bağlantı artık geçerli değil. Bulduğunuz yerden yenisini alın.")
        case .stopped:
            PageTexts(
                en: "Nothing more is sent here. Send /start to be told again.", ar: "لن يصل شيء آخر إلى هنا. أرسل \u{200E}/start لتصلك الإشعارات من جديد.",
                de: "Hierher kommt nichts mehr. Mit /start geht es weiter.", fr: "Plus rien ne sera envoyé ici. Envoyez /start pour reprendre.",
                es: "Aquí no llegará nada más. Envía /start para volver a recibir avisos.",
                tr: "Buraya artık bir şey gönderilmeyecek. Yeniden haber almak için /start gönderin.")
        case .buttonVoid:
            PageTexts(
                en: "This button is no longer valid.", ar: "لم يعد هذا الزر صالحًا.", de: "Dieser Knopf gilt nicht mehr.",
                fr: "Ce bouton n’est plus valable.", es: "Este botón ya no es válido.", tr: "Bu düğme artık geçerli değil.")
        case .takenBack:
            PageTexts(
                en: "This message was taken back.", ar: "سُحبت هذه الرسالة.", de: "Diese Nachricht wurde zurückgenommen.",
                fr: "Ce message a été retiré.", es: "Este mensaje se ha retirado.", tr: "Bu mesaj geri alındı.")
        case .done:
            PageTexts(
                en: "Somebody else has done it.", ar: "تولّى شخص آخر الأمر.", de: "Jemand anderes hat es erledigt.",
                fr: "Quelqu’un d’autre s’en est occupé.", es: "Otra persona ya lo ha hecho.", tr: "Bunu başka biri yaptı.")
        case .replaced:
            PageTexts(
                en: "A later message has taken the place of this one.", ar: "حلّت رسالة لاحقة محل هذه الرسالة.",
                de: "Eine spätere Nachricht steht jetzt an ihrer Stelle.", fr: "Un message ultérieur remplace celui-ci.",
                es: "Un mensaje posterior sustituye a este.", tr: "Bu mesajın yerini daha sonraki bir mesaj aldı.")
        }
    }
}
