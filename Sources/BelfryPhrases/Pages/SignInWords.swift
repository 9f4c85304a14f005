import BelfryModel

/// What the page says where somebody asks for a link to sign in, and what the mail says that brings it.
public enum SignInWord: PageWord {
    case who, whoHint, send, sent, sentOften, busy
    case mailTitle, mailBody
    case everywhere, everywhereHint

    public var texts: PageTexts {
        switch self {
        case .who:
            PageTexts(
                en: "Your mail address, or your identifier", ar: "بريدك الإلكتروني أو معرّفك", de: "Deine Mailadresse oder deine Kennung",
                fr: "Votre adresse e-mail, ou votre identifiant", es: "Tu dirección de correo o tu identificador",
                tr: "E-posta adresiniz ya da tanımlayıcınız")
        case .whoHint:
            PageTexts(
                en: "The link goes to the mailbox that Belfry knows as yours.", ar: "يُرسل الرابط إلى صندوق البريد الذي يعرفه Belfry على أنه لك.",
                de: "Der Link geht an das Postfach, das Belfry als deines kennt.", fr: "Le lien part vers la boîte que Belfry connaît comme la vôtre.",
                es: "El enlace va al buzón que Belfry conoce como tuyo.", tr: "Bağlantı, Belfry’nin sizin olduğunu bildiği posta kutusuna gider.")
        case .send:
            PageTexts(
                en: "Send me a link", ar: "أرسل لي رابطًا", de: "Schick mir einen Link", fr: "M’envoyer un lien", es: "Enviarme un enlace",
                tr: "Bana bir bağlantı gönder")
        case .sent:
            PageTexts(
                en: "If somebody here is known by that, a link is on its way to them. It works once, within 15 minutes: open it in this browser.",
                ar: "إذا كان أحد هنا معروفًا بذلك، فالرابط في طريقه إليه. يعمل مرة واحدة خلال 15 دقيقة: افتحه في هذا المتصفح.",
                de: "Wenn hier jemand so bekannt ist, ist ein Link unterwegs. Er gilt einmal, 15 Minuten lang: Öffne ihn in diesem Browser.",
                fr: "Si quelqu’un est connu ainsi ici, un lien est en route. Il sert une fois, dans les 15 minutes : ouvrez-le dans ce navigateur.",
                es: "Si aquí se conoce así a alguien, un enlace va de camino. Sirve una vez, durante 15 minutos: ábrelo en este navegador.",
                tr: "Burada bu şekilde bilinen biri varsa bağlantı yola çıktı. 15 dakika içinde bir kez geçerlidir: Bu tarayıcıda açın.")
        case .sentOften:
            PageTexts(
                en: "Links were asked for often within the hour. Use the last one, or ask again in {minutes} min.",
                ar: "طُلبت روابط كثيرة خلال الساعة. استخدم آخر رابط، أو اطلب من جديد بعد {minutes} دقيقة.",
                de: "In dieser Stunde wurden oft Links angefordert. Nimm den letzten, oder bitte in {minutes} min noch einmal darum.",
                fr: "Des liens ont souvent été demandés dans l’heure. Utilisez le dernier, ou redemandez dans {minutes} min.",
                es: "Se han pedido enlaces a menudo en esta hora. Usa el último, o vuelve a pedirlo dentro de {minutes} min.",
                tr: "Bu saat içinde sık sık bağlantı istendi. Sonuncusunu kullanın ya da {minutes} dk sonra yeniden isteyin.")
        case .busy:
            PageTexts(
                en: "Too many links are being sent just now. Please try again in a moment.", ar: "تُرسل الآن روابط كثيرة. حاول مرة أخرى بعد لحظات.",
                de: "Gerade werden zu viele Links verschickt. Bitte versuche es gleich noch einmal.",
                fr: "Trop de liens sont envoyés en ce moment. Veuillez réessayer dans un instant.",
                es: "Ahora mismo se envían demasiados enlaces. Inténtalo de nuevo en un momento.",
                tr: "Şu anda çok fazla bağlantı gönderiliyor. Lütfen birazdan yeniden deneyin.")
        case .mailTitle:
            PageTexts(
                en: "Your link to sign in to Belfry", ar: "رابط تسجيل دخولك إلى Belfry", de: "Dein Link zum Anmelden bei Belfry",
                fr: "Votre lien de connexion à Belfry", es: "Tu enlace de acceso a Belfry", tr: "Belfry’de oturum açma bağlantınız")
        case .mailBody:
            PageTexts(
                en: "It is for {name}, and works once, within 15 minutes. If you didn’t ask for it, there is nothing to do; give it to nobody.",
                ar: "الرابط مخصص لـ {name}، ويعمل مرة واحدة خلال 15 دقيقة. إذا لم تطلبه فلا يلزم أي إجراء؛ لا تعطه لأحد.",
                de: "Er ist für {name} und gilt einmal, 15 Minuten lang. Wenn du ihn nicht angefordert hast, ist nichts zu tun; gib ihn niemandem.",
                fr: "Il est destiné à {name} et sert une fois, dans les 15 minutes. Sans demande de votre part, ne faites rien ; ne le donnez à personne.",
                es: "Es para {name} y sirve una vez, durante 15 minutos. Si no lo has pedido, no tienes que hacer nada; no se lo des a nadie.",
                tr: "{name} içindir ve 15 dakika içinde bir kez geçerlidir. Siz istemediyseniz bir şey yapmanız gerekmez; kimseye vermeyin.")
        case .everywhere:
            PageTexts(
                en: "Sign out everywhere", ar: "تسجيل الخروج من كل مكان", de: "Überall abmelden", fr: "Se déconnecter partout",
                es: "Cerrar sesión en todas partes", tr: "Her yerde oturumu kapat")
        case .everywhereHint:
            PageTexts(
                en: "Lost a phone, or left a browser open? This ends every session of yours on these pages, and no browser tells you anything any more.",
                ar: "هل فقدت هاتفًا أو تركت متصفحًا مفتوحًا؟ ينهي هذا كل جلساتك في هذه الصفحات، ولا يخبرك أي متصفح بشيء بعدها.",
                de: "Ein Handy verloren, oder einen Browser offen gelassen? Das beendet alle deine Sitzungen hier, und kein Browser sagt dir mehr etwas.",
                fr: "Téléphone perdu, ou navigateur resté ouvert ? Cela met fin à toutes vos sessions ici, et plus aucun navigateur ne vous prévient.",
                es: "¿Has perdido un móvil o dejado un navegador abierto? Esto cierra todas tus sesiones aquí, y ningún navegador te avisa ya de nada.",
                tr: "Telefonunuz mu kayboldu, tarayıcı mı açık kaldı? Bu, buradaki tüm oturumlarınızı kapatır; artık hiçbir tarayıcı size haber vermez.")
        }
    }
}

extension Phrases {
    /// What stands above the link that somebody has asked for to sign in.
    ///
    /// - Parameter name: whom it signs in.
    public static func signIn(_ name: String, in language: Language) -> NotificationContent {
        let words = PageWords(language)
        return NotificationContent(
            title: words(SignInWord.mailTitle), body: words(SignInWord.mailBody, ["name": name]), severity: .critical, language: language)
    }
}
