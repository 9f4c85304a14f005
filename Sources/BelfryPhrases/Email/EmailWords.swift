import BelfryModel

/// What stands around a notification in a mail: the button, and why it came.
struct EmailWords: Sendable {
    /// On the one button.
    let open: String
    /// Why the mail came, and who sends it.
    let footer: String
    /// The link by which it stops.
    let unsubscribe: String

    static func of(_ language: Language) -> EmailWords {
        switch language {
        case .english:
            EmailWords(open: "Open", footer: "You get this mail because notifications by e-mail are switched on for you.", unsubscribe: "Unsubscribe")
        case .arabic:
            EmailWords(open: "افتح", footer: "تصلك هذه الرسالة لأن الإشعارات بالبريد الإلكتروني مفعّلة لك.", unsubscribe: "إلغاء الاشتراك")
        case .german:
            EmailWords(open: "Öffnen", footer: "Du bekommst diese Mail, weil Benachrichtigungen per E-Mail für dich eingeschaltet sind.", unsubscribe: "Abbestellen")
        case .french:
            EmailWords(open: "Ouvrir", footer: "Vous recevez ce message parce que les notifications par e-mail sont activées pour vous.", unsubscribe: "Se désabonner")
        case .spanish:
            EmailWords(open: "Abrir", footer: "Recibes este mensaje porque tienes activadas las notificaciones por correo electrónico.", unsubscribe: "Cancelar la suscripción")
        case .turkish:
            EmailWords(open: "Aç", footer: "Bu iletiyi, e-posta bildirimleriniz açık olduğu için alıyorsunuz.", unsubscribe: "Abonelikten çık")
        }
    }
}
