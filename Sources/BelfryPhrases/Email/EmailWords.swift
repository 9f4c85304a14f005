import BelfryModel

/// What stands around a notification in a mail: the button, and why it came.
struct EmailWords: Sendable {
    /// On our button.
    let open: String
    /// Why the mail came, and who sends it.
    let footer: String
    /// Why it came to a champion, who has switched on nothing.
    let championFooter: String
    /// Why a link to sign in came.
    let signInFooter: String
    /// The link by which it stops.
    let unsubscribe: String

    static func of(_ language: Language) -> EmailWords {
        switch language {
        case .english:
            EmailWords(
                open: "Open", footer: "You get this mail because notifications by e-mail are switched on for you.",
                championFooter: "You get this mail because somebody has named you as their champion.",
                signInFooter: "You get this mail because somebody asked for a link to sign in as you.", unsubscribe: "Unsubscribe")
        case .arabic:
            EmailWords(
                open: "افتح", footer: "تصلك هذه الرسالة لأن الإشعارات بالبريد الإلكتروني مفعّلة لك.",
                championFooter: "تصلك هذه الرسالة لأن شخصًا اختارك داعمًا له.",
                signInFooter: "تصلك هذه الرسالة لأن شخصًا طلب رابطًا لتسجيل الدخول باسمك.", unsubscribe: "إلغاء الاشتراك")
        case .german:
            EmailWords(
                open: "Öffnen", footer: "Du bekommst diese Mail, weil Benachrichtigungen per E-Mail für dich eingeschaltet sind.",
                championFooter: "Du bekommst diese Mail, weil dich jemand als Vertrauensperson angegeben hat.",
                signInFooter: "Du bekommst diese Mail, weil jemand einen Link angefordert hat, um sich als du anzumelden.", unsubscribe: "Abbestellen")
        case .french:
            EmailWords(
                open: "Ouvrir", footer: "Vous recevez ce message parce que les notifications par e-mail sont activées pour vous.",
                championFooter: "Vous recevez ce message parce que vous êtes la personne de confiance de quelqu’un.",
                signInFooter: "Vous recevez ce message parce que quelqu’un a demandé un lien pour se connecter en votre nom.", unsubscribe: "Se désabonner")
        case .spanish:
            EmailWords(
                open: "Abrir", footer: "Recibes este mensaje porque tienes activadas las notificaciones por correo electrónico.",
                championFooter: "Recibes este mensaje porque alguien te ha nombrado su persona de confianza.",
                signInFooter: "Recibes este mensaje porque alguien ha pedido un enlace para acceder como tú.", unsubscribe: "Cancelar la suscripción")
        case .turkish:
            EmailWords(
                open: "Aç", footer: "Bu iletiyi, e-posta bildirimleriniz açık olduğu için alıyorsunuz.",
                championFooter: "Bu iletiyi, biri sizi destekçisi olarak seçtiği için alıyorsunuz.",
                signInFooter: "Bu iletiyi, biri sizin adınıza oturum açmak için bağlantı istediği için alıyorsunuz.", unsubscribe: "Abonelikten çık")
        }
    }
}
