/// What stands around every page.
public enum FrameWord: PageWord {
    case skipToContent
    case pages, family, timeline, inbox, reminders, settings, start
    case forOperators, deliveries, planned, broadcasts, send, audit
    case connecting, live, reconnecting
    case signOut, clock, hello, yourFamily, withoutScript
    case failed, unreachable
    case tellMeHere, stopTellingMeHere, browserRefuses, newMessages
    case signInTitle, signInHow, signInUser, signInIncomplete, signInInvalid, signInUsed, signInLink, signInPaste, signIn, signInAs, signInAsText
    case notFoundTitle, notFoundText, notDoneTitle, back
    case outageTitle, again

    public var texts: PageTexts {
        switch self {
        case .skipToContent:
            PageTexts(
                en: "Skip to the content", ar: "تخطَّ إلى المحتوى", de: "Zum Inhalt springen", fr: "Aller au contenu", es: "Ir al contenido",
                tr: "İçeriğe geç")
        case .pages: PageTexts(en: "Pages", ar: "الصفحات", de: "Seiten", fr: "Pages", es: "Páginas", tr: "Sayfalar")
        case .family: PageTexts(en: "Family", ar: "العائلة", de: "Familie", fr: "Famille", es: "Familia", tr: "Aile")
        case .timeline:
            PageTexts(en: "Timeline", ar: "الجدول الزمني", de: "Verlauf", fr: "Chronologie", es: "Cronología", tr: "Zaman çizelgesi")
        case .inbox: PageTexts(en: "Inbox", ar: "صندوق الوارد", de: "Posteingang", fr: "Boîte de réception", es: "Bandeja", tr: "Gelen kutusu")
        case .reminders:
            PageTexts(en: "Reminders", ar: "التذكيرات", de: "Erinnerungen", fr: "Rappels", es: "Recordatorios", tr: "Hatırlatmalar")
        case .settings: PageTexts(en: "Settings", ar: "الإعدادات", de: "Einstellungen", fr: "Réglages", es: "Ajustes", tr: "Ayarlar")
        case .start: PageTexts(en: "First steps", ar: "الخطوات الأولى", de: "Erste Schritte", fr: "Premiers pas", es: "Primeros pasos", tr: "İlk adımlar")
        case .forOperators:
            PageTexts(
                en: "For operators", ar: "للمشغّلين", de: "Für Betreiber", fr: "Pour les exploitants", es: "Para operadores", tr: "İşletenler için")
        case .deliveries: PageTexts(en: "Deliveries", ar: "عمليات الإرسال", de: "Zustellungen", fr: "Envois", es: "Envíos", tr: "Gönderimler")
        case .planned: PageTexts(en: "Planned", ar: "المخطط له", de: "Geplant", fr: "Prévu", es: "Previsto", tr: "Planlanan")
        case .broadcasts:
            PageTexts(en: "Broadcasts", ar: "الرسائل الجماعية", de: "Rundsendungen", fr: "Diffusions", es: "Difusiones", tr: "Toplu gönderimler")
        case .send: PageTexts(en: "Send", ar: "إرسال", de: "Senden", fr: "Envoyer", es: "Enviar", tr: "Gönder")
        case .audit:
            PageTexts(en: "Audit log", ar: "سجل التدقيق", de: "Protokoll", fr: "Journal d’audit", es: "Registro de auditoría", tr: "Denetim kaydı")
        case .connecting:
            PageTexts(en: "Connecting", ar: "جارٍ الاتصال", de: "Verbindet", fr: "Connexion en cours", es: "Conectando", tr: "Bağlanıyor")
        case .live: PageTexts(en: "Live", ar: "مباشر", de: "Live", fr: "En direct", es: "En directo", tr: "Canlı")
        case .reconnecting:
            PageTexts(
                en: "Reconnecting", ar: "جارٍ إعادة الاتصال", de: "Verbindet neu", fr: "Reconnexion en cours", es: "Reconectando",
                tr: "Yeniden bağlanıyor")
        case .signOut: PageTexts(en: "Sign out", ar: "تسجيل الخروج", de: "Abmelden", fr: "Se déconnecter", es: "Cerrar sesión", tr: "Oturumu kapat")
        case .clock:
            PageTexts(
                en: "Times by the clock of {zone}.", ar: "الأوقات بتوقيت {zone}.", de: "Uhrzeiten in der Zeitzone {zone}.", fr: "Heures du fuseau {zone}.",
                es: "Horas según la zona {zone}.", tr: "Saatler {zone} dilimine göre.")
        case .hello:
            PageTexts(en: "Hello {name}.", ar: "مرحبًا {name}.", de: "Hallo {name}.", fr: "Bonjour {name}.", es: "Hola, {name}.", tr: "Merhaba {name}.")
        case .yourFamily: PageTexts(en: "Your family", ar: "عائلتك", de: "Deine Familie", fr: "Votre famille", es: "Tu familia", tr: "Aileniz")
        case .withoutScript:
            PageTexts(
                en: "Without scripts this page stays as it was when it was opened. Its buttons work; load it again to see what is new.",
                ar: "من دون البرامج النصية تبقى هذه الصفحة كما كانت عند فتحها. أزرارها تعمل؛ أعد تحميلها لترى الجديد.",
                de: "Ohne Skripte bleibt diese Seite, wie sie beim Öffnen war. Ihre Knöpfe gehen; lade sie neu, um Neues zu sehen.",
                fr: "Sans scripts, cette page reste telle qu’à son ouverture. Ses boutons fonctionnent ; rechargez-la pour voir les nouveautés.",
                es: "Sin scripts, esta página se queda como estaba al abrirla. Sus botones funcionan; vuelve a cargarla para ver lo nuevo.",
                tr: "Betikler olmadan bu sayfa açıldığı gibi kalır. Düğmeleri çalışır; yenilikleri görmek için yeniden yükleyin.")
        case .failed:
            PageTexts(
                en: "That didn’t work. Please try again.", ar: "لم ينجح ذلك. حاول مرة أخرى.", de: "Das hat nicht geklappt. Bitte versuche es noch einmal.",
                fr: "Cela n’a pas marché. Veuillez réessayer.", es: "No ha funcionado. Inténtalo de nuevo.", tr: "Olmadı. Lütfen yeniden deneyin.")
        case .unreachable:
            PageTexts(
                en: "Belfry can’t be reached just now. Please try again in a moment.", ar: "يتعذر الوصول إلى Belfry الآن. حاول مرة أخرى بعد لحظات.",
                de: "Belfry ist gerade nicht zu erreichen. Bitte versuche es gleich noch einmal.",
                fr: "Belfry est injoignable pour le moment. Veuillez réessayer dans un instant.",
                es: "Ahora mismo no se puede llegar a Belfry. Inténtalo de nuevo en un momento.",
                tr: "Belfry’ye şu anda ulaşılamıyor. Lütfen birazdan yeniden deneyin.")
        case .tellMeHere:
            PageTexts(
                en: "Tell me in this browser", ar: "أخبرني في هذا المتصفح", de: "Sag es mir in diesem Browser", fr: "Me prévenir dans ce navigateur",
                es: "Avisarme en este navegador", tr: "Bana bu tarayıcıda haber ver")
        case .stopTellingMeHere:
            PageTexts(
                en: "Stop telling me in this browser", ar: "توقف عن إخباري في هذا المتصفح", de: "In diesem Browser nichts mehr sagen",
                fr: "Ne plus me prévenir dans ce navigateur", es: "Dejar de avisarme en este navegador", tr: "Bu tarayıcıda haber vermeyi bırak")
        case .browserRefuses:
            PageTexts(
                en: "This browser doesn’t let Belfry tell you. You can allow it in the browser’s settings for this page.",
                ar: "لا يسمح هذا المتصفح لـ Belfry بإخبارك. يمكنك السماح بذلك في إعدادات المتصفح لهذه الصفحة.",
                de: "Dieser Browser lässt Belfry nichts sagen. Du kannst es in den Einstellungen des Browsers für diese Seite erlauben.",
                fr: "Ce navigateur n’autorise pas Belfry à vous prévenir. Vous pouvez l’autoriser dans ses réglages pour cette page.",
                es: "Este navegador no deja que Belfry te avise. Puedes permitirlo en los ajustes del navegador para esta página.",
                tr: "Bu tarayıcı Belfry’nin haber vermesine izin vermiyor. Tarayıcının bu sayfa için ayarlarından izin verebilirsiniz.")
        case .newMessages:
            PageTexts(
                en: "New in your inbox: {titles}", ar: "جديد في صندوق الوارد: {titles}", de: "Neu im Posteingang: {titles}",
                fr: "Nouveau dans votre boîte : {titles}", es: "Nuevo en tu bandeja: {titles}", tr: "Gelen kutunuzda yeni: {titles}")
        case .signInTitle:
            PageTexts(
                en: "A sign-in link is needed", ar: "يلزم رابط لتسجيل الدخول", de: "Zum Anmelden braucht es einen Link",
                fr: "Il faut un lien de connexion", es: "Hace falta un enlace de acceso", tr: "Oturum açmak için bir bağlantı gerekir")
        case .signInHow:
            PageTexts(
                en: "Whoever looks after Belfry makes one for you, on the machine where it runs:",
                ar: "ينشئه لك المسؤول عن Belfry على الجهاز الذي يعمل عليه:",
                de: "Wer sich um Belfry kümmert, macht dir einen auf dem Rechner, auf dem es läuft:",
                fr: "La personne qui s’occupe de Belfry en crée un pour vous, sur la machine où il tourne :",
                es: "Quien se ocupa de Belfry crea uno para ti en la máquina donde funciona:",
                tr: "Belfry’ye bakan kişi, çalıştığı makinede sizin için bir tane oluşturur:")
        case .signInUser:
            PageTexts(
                en: "USER is your identifier in Belfry. The link works once: open it in this browser.",
                ar: "‏USER هو معرّفك في Belfry. يعمل الرابط مرة واحدة: افتحه في هذا المتصفح.",
                de: "USER ist deine Kennung in Belfry. Der Link gilt einmal: Öffne ihn in diesem Browser.",
                fr: "USER est votre identifiant dans Belfry. Le lien sert une fois : ouvrez-le dans ce navigateur.",
                es: "USER es tu identificador en Belfry. El enlace sirve una vez: ábrelo en este navegador.",
                tr: "USER, Belfry’deki tanımlayıcınızdır. Bağlantı bir kez geçerlidir: Bu tarayıcıda açın.")
        case .signInIncomplete:
            PageTexts(
                en: "This address is only the beginning of a sign-in link. Open the whole link, with everything that follows “/login”.",
                ar: "هذا العنوان ليس سوى بداية رابط تسجيل الدخول. افتح الرابط كاملًا، مع كل ما يلي «/login».",
                de: "Diese Adresse ist nur der Anfang eines Links zum Anmelden. Öffne den ganzen Link, mit allem, was auf „/login“ folgt.",
                fr: "Cette adresse n’est que le début d’un lien de connexion. Ouvrez le lien entier, avec tout ce qui suit « /login ».",
                es: "Esta dirección es solo el principio de un enlace de acceso. Abre el enlace entero, con todo lo que sigue a «/login».",
                tr: "Bu adres, oturum açma bağlantısının yalnızca başıdır. Bağlantıyı, “/login”den sonra gelen her şeyle birlikte açın.")
        case .signInInvalid:
            PageTexts(
                en: "This sign-in link is not valid, or no longer. Ask for a new one.", ar: "رابط تسجيل الدخول هذا غير صالح أو انتهت صلاحيته. اطلب رابطًا جديدًا.",
                de: "Dieser Link zum Anmelden gilt nicht oder nicht mehr. Bitte um einen neuen.",
                fr: "Ce lien de connexion n’est pas valable, ou ne l’est plus. Demandez-en un nouveau.",
                es: "Este enlace de acceso no es válido, o ya no. Pide uno nuevo.",
                tr: "Bu oturum açma bağlantısı geçerli değil ya da artık değil. Yenisini isteyin.")
        case .signInUsed:
            PageTexts(
                en: "This sign-in link was used already. Ask for a new one.", ar: "استُخدم رابط تسجيل الدخول هذا من قبل. اطلب رابطًا جديدًا.",
                de: "Dieser Link zum Anmelden wurde schon benutzt. Bitte um einen neuen.", fr: "Ce lien de connexion a déjà servi. Demandez-en un nouveau.",
                es: "Este enlace de acceso ya se ha usado. Pide uno nuevo.", tr: "Bu oturum açma bağlantısı daha önce kullanıldı. Yenisini isteyin.")
        case .signInLink:
            PageTexts(
                en: "Sign-in link", ar: "رابط تسجيل الدخول", de: "Link zum Anmelden", fr: "Lien de connexion", es: "Enlace de acceso", tr: "Oturum açma bağlantısı")
        case .signInPaste:
            PageTexts(
                en: "Opened from your Home Screen? There a link opens in the browser: paste yours here.",
                ar: "هل فتحته من الشاشة الرئيسية؟ تُفتح الروابط من هناك في المتصفح: الصق رابطك هنا.",
                de: "Vom Home-Bildschirm geöffnet? Von dort gehen Links im Browser auf: Füge deinen hier ein.",
                fr: "Ouvert depuis l’écran d’accueil ? De là, un lien s’ouvre dans le navigateur : collez le vôtre ici.",
                es: "¿Abierto desde la pantalla de inicio? Desde allí un enlace se abre en el navegador: pega aquí el tuyo.",
                tr: "Ana Ekran’dan mı açtınız? Oradan bağlantılar tarayıcıda açılır: Sizinkini buraya yapıştırın.")
        case .signIn: PageTexts(en: "Sign in", ar: "تسجيل الدخول", de: "Anmelden", fr: "Connexion", es: "Acceder", tr: "Oturum aç")
        case .signInAs:
            PageTexts(
                en: "Sign in as {name}?", ar: "تسجيل الدخول باسم {name}؟", de: "Als {name} anmelden?", fr: "Se connecter comme {name} ?",
                es: "¿Acceder como {name}?", tr: "{name} olarak oturum açılsın mı?")
        case .signInAsText:
            PageTexts(
                en: "This link is for {name}. If that isn’t you, close this page.", ar: "هذا الرابط مخصص لـ {name}. إن لم تكن أنت، فأغلق هذه الصفحة.",
                de: "Dieser Link ist für {name}. Wenn du das nicht bist, schließe diese Seite.",
                fr: "Ce lien est destiné à {name}. Si ce n’est pas vous, fermez cette page.",
                es: "Este enlace es para {name}. Si no eres tú, cierra esta página.",
                tr: "Bu bağlantı {name} için. Siz değilseniz bu sayfayı kapatın.")
        case .notFoundTitle:
            PageTexts(
                en: "There is nothing here", ar: "لا يوجد شيء هنا", de: "Hier ist nichts", fr: "Il n’y a rien ici", es: "Aquí no hay nada", tr: "Burada bir şey yok")
        case .notFoundText:
            PageTexts(
                en: "Either it isn’t there, or it isn’t yours to see.", ar: "إما أنه غير موجود، أو ليس لك أن تراه.",
                de: "Entweder gibt es das nicht, oder du darfst es nicht sehen.", fr: "Soit cela n’existe pas, soit ce n’est pas à vous de le voir.",
                es: "O no existe, o no te corresponde verlo.", tr: "Ya yok ya da size açık değil.")
        case .notDoneTitle:
            PageTexts(
                en: "That wasn’t done", ar: "لم يُنفَّذ ذلك", de: "Das wurde nicht ausgeführt", fr: "Cela n’a pas été fait", es: "No se ha hecho", tr: "Bu yapılmadı")
        case .back:
            PageTexts(
                en: "Back to the family", ar: "العودة إلى العائلة", de: "Zurück zur Familie", fr: "Retour à la famille", es: "Volver a la familia",
                tr: "Aileye dön")
        case .outageTitle:
            PageTexts(
                en: "Back in a moment", ar: "سنعود بعد لحظات", de: "Gleich wieder da", fr: "De retour dans un instant", es: "Volvemos en un momento",
                tr: "Birazdan buradayız")
        case .again:
            PageTexts(
                en: "Try again", ar: "إعادة المحاولة", de: "Noch einmal versuchen", fr: "Réessayer", es: "Volver a intentarlo", tr: "Yeniden deneyin")
        }
    }
}
