import BelfryModel

/// What the page says to which a mail's link to unsubscribe leads.
public struct UnsubscribeWords: Hashable, Sendable {
    public let title: String
    public let text: String
    /// On the one button; nil where there is nothing to do.
    public let button: String?

    /// Where somebody stands who opened the link.
    public enum Step: CaseIterable, Sendable {
        /// Nothing has changed yet: programs open links too.
        case asking
        case unsubscribed
        case resubscribed
        /// It counts for some apps; another lets nobody switch this kind off.
        case unsubscribedInPart
        /// What is wanted is kept, but no app lets anybody switch this kind off.
        case required
        /// The link is none of ours, or the address is gone.
        case unknown
    }

    init(_ title: String, _ text: String, _ button: String?) {
        self.title = title
        self.text = text
        self.button = button
    }
}

extension Phrases {
    /// The words of a step, in the reader's language.
    public static func unsubscribing(_ step: UnsubscribeWords.Step, in language: Language) -> UnsubscribeWords {
        let words: [UnsubscribeWords] =
            switch language {
            case .english:
                [
                    .init("Unsubscribe?", "You will get no more mail of this kind.", "Unsubscribe"),
                    .init("You are unsubscribed", "You get no more mail of this kind.", "Subscribe again"),
                    .init("You are subscribed again", "You get mail of this kind as before.", nil),
                    .init("This link is not valid", "Use the link of a newer mail, or your settings.", nil),
                    .init(
                        "This kind still comes",
                        "Where an app has to reach you, as with a security code, this kind can’t be switched off. "
                            + "Your settings can end all mail.", nil),
                    .init("You are unsubscribed", "Mail of this kind only comes now where an app has to reach you, as with a security code.", "Subscribe again"),
                ]
            case .arabic:
                [
                    .init("إلغاء الاشتراك؟", "لن تصلك رسائل من هذا النوع بعد ذلك.", "إلغاء الاشتراك"),
                    .init("تم إلغاء اشتراكك", "لن تصلك رسائل من هذا النوع.", "الاشتراك من جديد"),
                    .init("تم تجديد اشتراكك", "ستصلك رسائل من هذا النوع كما في السابق.", nil),
                    .init("هذا الرابط غير صالح", "استخدم رابطًا من رسالة أحدث، أو إعداداتك.", nil),
                    .init(
                        "هذا النوع سيستمر",
                        "حيث يجب أن يصل إليك تطبيق، كما في رمز أمان، لا يمكن إيقاف هذا النوع. "
                            + "يمكنك إيقاف البريد كله في إعداداتك.", nil),
                    .init("تم إلغاء اشتراكك", "لن تصلك رسائل من هذا النوع إلا حيث يجب أن يصل إليك تطبيق، كما في رمز أمان.", "الاشتراك من جديد"),
                ]
            case .german:
                [
                    .init("Abbestellen?", "Du bekommst dann keine Mails dieser Art mehr.", "Abbestellen"),
                    .init("Abbestellt", "Du bekommst keine Mails dieser Art mehr.", "Wieder bestellen"),
                    .init("Wieder bestellt", "Du bekommst Mails dieser Art wie zuvor.", nil),
                    .init("Dieser Link gilt nicht", "Nimm den Link einer neueren Mail oder deine Einstellungen.", nil),
                    .init(
                        "Diese Art kommt weiter",
                        "Wo eine App dich erreichen muss, wie mit einem Sicherheitscode, lässt sich diese Art nicht ausschalten. "
                            + "Alle Mails beendest du in deinen Einstellungen.", nil),
                    .init("Abbestellt", "Mails dieser Art kommen nur noch, wo eine App dich erreichen muss, wie mit einem Sicherheitscode.", "Wieder bestellen"),
                ]
            case .french:
                [
                    .init("Se désabonner\u{A0}?", "Vous ne recevrez plus de messages de ce type.", "Se désabonner"),
                    .init("Désabonnement effectué", "Vous ne recevez plus de messages de ce type.", "Se réabonner"),
                    .init("Abonnement rétabli", "Vous recevez les messages de ce type comme avant.", nil),
                    .init("Ce lien n’est pas valable", "Utilisez le lien d’un message plus récent, ou vos réglages.", nil),
                    .init(
                        "Ce type arrive toujours",
                        "Quand une application doit vous joindre, comme avec un code de sécurité, ce type ne peut pas être désactivé. "
                            + "Vos réglages permettent d’arrêter tous les messages.", nil),
                    .init(
                        "Désabonnement effectué",
                        "Des messages de ce type n’arrivent plus que quand une application doit vous joindre, comme avec un code de sécurité.",
                        "Se réabonner"),
                ]
            case .spanish:
                [
                    .init("¿Cancelar la suscripción?", "No recibirás más mensajes de este tipo.", "Cancelar la suscripción"),
                    .init("Suscripción cancelada", "Ya no recibes mensajes de este tipo.", "Volver a suscribirme"),
                    .init("Suscripción restablecida", "Recibes mensajes de este tipo como antes.", nil),
                    .init("Este enlace no es válido", "Usa el enlace de un mensaje más reciente o tus ajustes.", nil),
                    .init(
                        "Este tipo sigue llegando",
                        "Cuando una aplicación tiene que avisarte, como con un código de seguridad, este tipo no se puede desactivar. "
                            + "En tus ajustes puedes parar todo el correo.", nil),
                    .init(
                        "Suscripción cancelada", "Solo recibirás mensajes de este tipo cuando una aplicación tenga que avisarte, como con un código de seguridad.",
                        "Volver a suscribirme"),
                ]
            case .turkish:
                [
                    .init("Abonelikten çıkılsın mı?", "Bu türden ileti artık gelmeyecek.", "Abonelikten çık"),
                    .init("Abonelikten çıktınız", "Bu türden ileti artık gelmiyor.", "Yeniden abone ol"),
                    .init("Yeniden abone oldunuz", "Bu türden iletiler eskisi gibi geliyor.", nil),
                    .init("Bu bağlantı geçerli değil", "Daha yeni bir iletinin bağlantısını ya da ayarlarınızı kullanın.", nil),
                    .init(
                        "Bu tür gelmeye devam ediyor",
                        "Bir uygulamanın size ulaşması gerektiğinde, güvenlik kodunda olduğu gibi, bu tür kapatılamaz. "
                            + "Ayarlarınızda bütün e-postaları durdurabilirsiniz.", nil),
                    .init(
                        "Abonelikten çıktınız", "Bu türden ileti artık yalnızca bir uygulamanın size ulaşması gerektiğinde gelir, güvenlik kodunda olduğu gibi.",
                        "Yeniden abone ol"),
                ]
            }
        return switch step {
        case .asking: words[0]
        case .unsubscribed: words[1]
        case .resubscribed: words[2]
        case .unknown: words[3]
        case .required: words[4]
        case .unsubscribedInPart: words[5]
        }
    }
}
