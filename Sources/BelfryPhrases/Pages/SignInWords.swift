import BelfryModel

/// What the page says where somebody signs in by a provider or asks for a link, and what the mail says that brings it.
public enum SignInWord: PageWord {
    case who, whoHint, send, sent, sentOften, busy
    case mailTitle, mailBody
    case everywhere, everywhereHint
    case byProvider, orByLink, signedOut, signOutThere
    case beginAgain, refusedThere, unavailableThere, busyThere, misconfigured, untrusted, claimMissing, unknownPerson

    public var texts: PageTexts {
        switch self {
        case .byProvider:
            PageTexts(
                en: "Sign in with {name}", ar: "تسجيل الدخول عبر {name}", de: "Anmelden mit {name}", fr: "Se connecter avec {name}",
                es: "Acceder con {name}", tr: "{name} ile oturum aç")
        case .orByLink:
            PageTexts(
                en: "Or by a link", ar: "أو عبر رابط", de: "Oder mit einem Link", fr: "Ou par un lien", es: "O con un enlace", tr: "Ya da bir bağlantıyla")
        case .signedOut:
            PageTexts(
                en: "You are signed out of Belfry.", ar: "سُجّل خروجك من Belfry.", de: "Du bist bei Belfry abgemeldet.", fr: "La session Belfry est fermée.",
                es: "Has cerrado la sesión en Belfry.", tr: "Belfry oturumunuz kapatıldı.")
        case .signOutThere:
            PageTexts(
                en: "Sign out of {name}, too", ar: "تسجيل الخروج من {name} أيضًا", de: "Auch bei {name} abmelden", fr: "Se déconnecter aussi chez {name}",
                es: "Cerrar sesión también en {name}", tr: "{name} oturumunu da kapat")
        case .beginAgain, .refusedThere, .unavailableThere, .busyThere, .misconfigured, .untrusted, .claimMissing, .unknownPerson: textsOfProvider
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

extension SignInWord {
    /// Why nobody was signed in by a provider.
    private var textsOfProvider: PageTexts {
        switch self {
        case .refusedThere:
            PageTexts(
                en: "You were not signed in there, so you are not signed in here either.", ar: "لم يُسجَّل دخولك هناك، ولذلك لم يُسجَّل دخولك هنا أيضًا.",
                de: "Dort wurdest du nicht angemeldet, also bist du es auch hier nicht.",
                fr: "La connexion n’a pas eu lieu là-bas ; elle n’a donc pas eu lieu ici non plus.",
                es: "Allí no se ha iniciado sesión, así que aquí tampoco.", tr: "Orada oturum açılmadı; bu yüzden burada da açılmadı.")
        case .unavailableThere:
            PageTexts(
                en: "The sign-in service doesn’t answer just now. Please try again in a moment, or use a link.",
                ar: "خدمة تسجيل الدخول لا تستجيب الآن. حاول مرة أخرى بعد لحظات، أو استخدم رابطًا.",
                de: "Der Anmeldedienst antwortet gerade nicht. Bitte versuche es gleich noch einmal, oder nimm einen Link.",
                fr: "Le service de connexion ne répond pas en ce moment. Veuillez réessayer dans un instant, ou utiliser un lien.",
                es: "El servicio de acceso no responde ahora mismo. Inténtalo de nuevo en un momento o usa un enlace.",
                tr: "Oturum açma hizmeti şu anda yanıt vermiyor. Lütfen birazdan yeniden deneyin ya da bir bağlantı kullanın.")
        case .busyThere:
            PageTexts(
                en: "Too many people are signing in just now. Please try again in a moment.", ar: "يسجّل كثيرون الدخول الآن. حاول مرة أخرى بعد لحظات.",
                de: "Gerade melden sich zu viele an. Bitte versuche es gleich noch einmal.",
                fr: "Trop de personnes se connectent en ce moment. Veuillez réessayer dans un instant.",
                es: "Ahora mismo acceden demasiadas personas. Inténtalo de nuevo en un momento.",
                tr: "Şu anda çok fazla kişi oturum açıyor. Lütfen birazdan yeniden deneyin.")
        case .misconfigured:
            PageTexts(
                en: "Belfry and the sign-in service are not set up for each other. Whoever runs this Belfry finds the reason in its log.",
                ar: "لم يُهيَّأ Belfry وخدمة تسجيل الدخول أحدهما للآخر. يجد من يدير Belfry هذا السبب في سجله.",
                de: "Belfry und der Anmeldedienst sind nicht aufeinander eingerichtet. Wer dieses Belfry betreibt, findet den Grund im Log.",
                fr: "Belfry et le service de connexion ne sont pas configurés l’un pour l’autre. La raison se trouve dans le journal de ce Belfry.",
                es: "Belfry y el servicio de acceso no están configurados el uno para el otro. El motivo está en el registro de este Belfry.",
                tr: "Belfry ile oturum açma hizmeti birbirine göre ayarlanmamış. Bu Belfry’yi işleten kişi nedenini günlükte bulur.")
        case .untrusted:
            PageTexts(
                en: "What came from the sign-in service could not be verified, so nobody was signed in. Please begin again.",
                ar: "تعذّر التحقق مما جاء من خدمة تسجيل الدخول، ولذلك لم يُسجَّل دخول أحد. ابدأ من جديد.",
                de: "Was vom Anmeldedienst kam, ließ sich nicht prüfen, also wurde niemand angemeldet. Bitte fang noch einmal an.",
                fr: "La réponse du service de connexion n’a pas pu être vérifiée : la connexion n’a donc pas eu lieu. Veuillez recommencer.",
                es: "No se ha podido verificar la respuesta del servicio de acceso, así que nadie ha accedido. Empieza de nuevo.",
                tr: "Oturum açma hizmetinden gelen yanıt doğrulanamadı; bu yüzden kimsenin oturumu açılmadı. Lütfen yeniden başlayın.")
        case .claimMissing:
            PageTexts(
                en: "The sign-in service doesn’t say who you are in the way that Belfry was told to expect. Ask whoever runs this Belfry.",
                ar: "لا تذكر خدمة تسجيل الدخول من أنت بالطريقة التي ينتظرها Belfry. اسأل من يدير Belfry هذا.",
                de: "Der Anmeldedienst sagt nicht so, wer du bist, wie Belfry es erwartet. Frag, wer dieses Belfry betreibt.",
                fr: "Le service de connexion ne dit pas qui vous êtes comme Belfry l’attend. Demandez à qui gère ce Belfry.",
                es: "El servicio de acceso no dice quién eres como Belfry lo espera. Pregunta a quien gestiona este Belfry.",
                tr: "Oturum açma hizmeti kim olduğunuzu Belfry’nin beklediği biçimde söylemiyor. Bu Belfry’yi işleten kişiye sorun.")
        case .unknownPerson:
            PageTexts(
                en: "You are signed in there, but Belfry doesn’t know you. Ask whoever runs this Belfry to add you.",
                ar: "سُجّل دخولك هناك، لكن Belfry لا يعرفك. اطلب ممن يدير Belfry هذا أن يضيفك.",
                de: "Dort bist du angemeldet, aber Belfry kennt dich nicht. Bitte, wer dieses Belfry betreibt, dich aufzunehmen.",
                fr: "La connexion a réussi là-bas, mais Belfry ne vous connaît pas. Demandez à qui gère ce Belfry de vous ajouter.",
                es: "Has accedido allí, pero Belfry no te conoce. Pide a quien gestiona este Belfry que te añada.",
                tr: "Orada oturumunuz açık, ama Belfry sizi tanımıyor. Bu Belfry’yi işleten kişiden sizi eklemesini isteyin.")
        default:
            PageTexts(
                en: "This sign-in took too long, or wasn’t begun in this browser. Please begin again.",
                ar: "استغرق تسجيل الدخول هذا وقتًا طويلًا، أو لم يبدأ في هذا المتصفح. ابدأ من جديد.",
                de: "Diese Anmeldung hat zu lange gedauert oder begann nicht in diesem Browser. Bitte fang noch einmal an.",
                fr: "Cette connexion a pris trop de temps, ou n’a pas commencé dans ce navigateur. Veuillez recommencer.",
                es: "Este acceso ha tardado demasiado o no se inició en este navegador. Empieza de nuevo.",
                tr: "Bu oturum açma çok uzun sürdü ya da bu tarayıcıda başlamadı. Lütfen yeniden başlayın.")
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
