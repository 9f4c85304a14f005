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
