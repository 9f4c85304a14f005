/// What the page says on which whoever runs Belfry sends something by hand.
public enum ComposeWord: PageWord {
    case lead, message, toWhat, person, family, rota, audience, name, nameHint, appHint, title, body, image, imageHint, imageAlt, imageAltHint, severity
    case when, now, atMoment, moment, momentHint, channel, asUsual, channelHint
    case preview, previewTitle, peopleCount, deliveryCount, lookedAt, sends, holds, skips, fails, send, dueAt
    case noneOfName, nobodyThere, channelNeeded, momentNeeded, notAhead, unusable

    public var texts: PageTexts {
        switch self {
        case .lead:
            PageTexts(
                en: "Have something told by hand. Before it is sent you see who would be told, over what, when, and why not.",
                ar: "أرسل شيئًا يدويًا. قبل الإرسال ترى من سيُخبَر، وعبر ماذا، ومتى، ولماذا لا.",
                de: "Etwas von Hand sagen lassen. Bevor es hinausgeht, siehst du, wer es erfährt, worüber, wann und warum nicht.",
                fr: "Faire annoncer quelque chose à la main. Avant l’envoi, vous voyez qui l’apprendrait, par quel canal, quand, et pourquoi non.",
                es: "Haz que se diga algo a mano. Antes de enviarlo ves a quién se avisaría, por dónde, cuándo y por qué no.",
                tr: "Elle bir şey söyletin. Gönderilmeden önce kime, hangi yolla, ne zaman söyleneceğini ve neden söylenmeyeceğini görürsünüz.")
        case .message: PageTexts(en: "Message", ar: "الرسالة", de: "Nachricht", fr: "Message", es: "Mensaje", tr: "İleti")
        case .toWhat: PageTexts(en: "Tell", ar: "إخبار", de: "Sagen", fr: "Prévenir", es: "Avisar a", tr: "Kime")
        case .person: PageTexts(en: "a person", ar: "شخص", de: "einer Person", fr: "une personne", es: "una persona", tr: "bir kişi")
        case .family: PageTexts(en: "a family", ar: "عائلة", de: "einer Familie", fr: "une famille", es: "una familia", tr: "bir aile")
        case .rota: PageTexts(en: "whoever is on duty", ar: "المناوب", de: "wer Dienst hat", fr: "qui est de garde", es: "quien esté de guardia", tr: "nöbetçi")
        case .audience: PageTexts(en: "an audience", ar: "قائمة", de: "einem Verteiler", fr: "une liste de diffusion", es: "una lista de difusión", tr: "bir dağıtım listesi")
        case .name: PageTexts(en: "Which one", ar: "أيّهم", de: "Welcher", fr: "Lequel", es: "Cuál", tr: "Hangisi")
        case .nameHint:
            PageTexts(
                en: "Its identifier or name, whole.", ar: "المعرّف أو الاسم كاملًا.", de: "Kennung oder Name, ganz.", fr: "L’identifiant ou le nom, en entier.",
                es: "El identificador o el nombre, completo.", tr: "Tam tanımlayıcı ya da ad.")
        case .appHint:
            PageTexts(
                en: "In whose name, and whose rotas and audiences.", ar: "باسم من، وجداول مناوبة وقوائم من.", de: "In wessen Namen und wessen Dienstpläne und Verteiler.",
                fr: "Au nom de qui, et les tours de garde et listes de qui.", es: "En nombre de quién, y los turnos y listas de quién.",
                tr: "Kimin adına, kimin nöbet çizelgesi ve listeleri.")
        case .title: PageTexts(en: "Title", ar: "العنوان", de: "Titel", fr: "Titre", es: "Título", tr: "Başlık")
        case .body: PageTexts(en: "Text", ar: "النص", de: "Text", fr: "Texte", es: "Texto", tr: "Metin")
        case .image: PageTexts(en: "Picture", ar: "الصورة", de: "Bild", fr: "Image", es: "Imagen", tr: "Görsel")
        case .imageHint:
            PageTexts(
                en: "Its https address, on a host that is allowed here.", ar: "عنوانها الذي يبدأ بـ https، على مضيف مسموح به هنا.",
                de: "Die https-Adresse, auf einem Host, der hier erlaubt ist.", fr: "Son adresse https, sur un hôte autorisé ici.",
                es: "Su dirección https, en un servidor permitido aquí.", tr: "https adresi; burada izin verilen bir sunucuda.")
        case .imageAlt:
            PageTexts(
                en: "What the picture shows", ar: "ما الذي تُظهره الصورة", de: "Was das Bild zeigt", fr: "Ce que montre l’image",
                es: "Qué muestra la imagen", tr: "Görselin gösterdiği")
        case .imageAltHint:
            PageTexts(
                en: "For whoever doesn’t see it.", ar: "لمن لا يراها.", de: "Für alle, die es nicht sehen.", fr: "Pour qui ne la voit pas.",
                es: "Para quien no la ve.", tr: "Görmeyenler için.")
        case .severity: PageTexts(en: "How grave", ar: "الأهمية", de: "Wie ernst", fr: "Gravité", es: "Gravedad", tr: "Önem")
        case .when: PageTexts(en: "When", ar: "متى", de: "Wann", fr: "Quand", es: "Cuándo", tr: "Ne zaman")
        case .now: PageTexts(en: "at once", ar: "فورًا", de: "sofort", fr: "tout de suite", es: "enseguida", tr: "hemen")
        case .atMoment: PageTexts(en: "at a moment", ar: "في وقت محدد", de: "zu einem Zeitpunkt", fr: "à un moment donné", es: "en un momento dado", tr: "belirli bir anda")
        case .moment: PageTexts(en: "Moment", ar: "الوقت المحدد", de: "Zeitpunkt", fr: "Moment", es: "Momento", tr: "An")
        case .momentHint: PageTexts(en: "By your clock.", ar: "بتوقيتك.", de: "Nach deiner Uhr.", fr: "À votre heure.", es: "Según tu reloj.", tr: "Sizin saatinizle.")
        case .channel: PageTexts(en: "Over", ar: "عبر", de: "Über", fr: "Par", es: "Por", tr: "Yol")
        case .asUsual: PageTexts(en: "as usual", ar: "كالمعتاد", de: "wie üblich", fr: "comme d’habitude", es: "como siempre", tr: "her zamanki gibi")
        case .channelHint:
            PageTexts(
                en: "An audience is told over one channel.", ar: "تُخبَر القائمة عبر قناة واحدة.", de: "Einem Verteiler wird es über einen Weg gesagt.",
                fr: "Une liste est prévenue par un seul canal.", es: "A una lista se le avisa por un solo canal.", tr: "Bir listeye tek kanaldan haber verilir.")
        case .preview: PageTexts(en: "Preview", ar: "معاينة", de: "Vorschau", fr: "Aperçu", es: "Vista previa", tr: "Önizle")
        case .previewTitle: PageTexts(en: "What would become of it", ar: "ما سيؤول إليه", de: "Was daraus würde", fr: "Ce qu’il en adviendrait", es: "Qué sería de ello", tr: "Ne olacağı")
        case .peopleCount:
            PageTexts(
                en: "one:To one person.|other:To {n} people.",
                ar: "zero:إلى لا أحد.|one:إلى شخص واحد.|two:إلى شخصين.|few:إلى {n} أشخاص.|many:إلى {n} شخصًا.|other:إلى {n} شخص.",
                de: "one:An eine Person.|other:An {n} Personen.", fr: "one:À {n} personne.|many:À {n} de personnes.|other:À {n} personnes.",
                es: "one:A una persona.|many:A {n} de personas.|other:A {n} personas.", tr: "one:{n} kişiye.|other:{n} kişiye.")
        case .deliveryCount:
            PageTexts(
                en: "one:One delivery.|other:{n} deliveries.",
                ar: "zero:بلا عمليات إرسال.|one:عملية إرسال واحدة.|two:عمليتا إرسال.|few:{n} عمليات إرسال.|many:{n} عملية إرسال.|other:{n} عملية إرسال.",
                de: "one:Eine Zustellung.|other:{n} Zustellungen.", fr: "one:{n} envoi.|many:{n} d’envois.|other:{n} envois.",
                es: "one:Un envío.|many:{n} de envíos.|other:{n} envíos.", tr: "one:{n} gönderim.|other:{n} gönderim.")
        case .lookedAt:
            PageTexts(
                en: "Looked at: the first {n}.", ar: "جرى النظر في أول {n}.", de: "Angesehen: die ersten {n}.", fr: "Examinés : les {n} premiers.",
                es: "Examinados: los primeros {n}.", tr: "Bakılan: ilk {n}.")
        case .sends: PageTexts(en: "would be sent", ar: "سيُرسل", de: "würde gesendet", fr: "serait envoyé", es: "se enviaría", tr: "gönderilecek")
        case .holds: PageTexts(en: "would be held", ar: "سيُحتجز", de: "würde zurückgehalten", fr: "serait retenu", es: "se retendría", tr: "bekletilecek")
        case .skips: PageTexts(en: "wouldn’t be sent", ar: "لن يُرسل", de: "würde nicht gesendet", fr: "ne serait pas envoyé", es: "no se enviaría", tr: "gönderilmeyecek")
        case .fails: PageTexts(en: "could never be sent", ar: "لا يمكن إرساله", de: "könnte nie gesendet werden", fr: "ne pourrait jamais être envoyé", es: "no podría enviarse", tr: "hiç gönderilemez")
        case .send: PageTexts(en: "Send", ar: "إرسال", de: "Senden", fr: "Envoyer", es: "Enviar", tr: "Gönder")
        case .dueAt: PageTexts(en: "from {at}", ar: "من {at}", de: "ab {at}", fr: "à partir du {at}", es: "desde el {at}", tr: "başlangıç: {at}")
        case .noneOfName:
            PageTexts(
                en: "There is none of that name.", ar: "لا يوجد شيء بهذا الاسم.", de: "Unter diesem Namen gibt es nichts.", fr: "Rien n’existe sous ce nom.",
                es: "No hay nada con ese nombre.", tr: "Bu adda bir şey yok.")
        case .nobodyThere:
            PageTexts(
                en: "Nobody is to be told by it then.", ar: "لا أحد يُخبَر به حينها.", de: "Dadurch erfährt es dann niemand.", fr: "Personne ne serait alors à prévenir.",
                es: "Entonces no hay a quién avisar.", tr: "O anda haber verilecek kimse yok.")
        case .channelNeeded: PageTexts(en: "Choose over what.", ar: "اختر القناة.", de: "Wähle, worüber.", fr: "Choisissez le canal.", es: "Elige por dónde.", tr: "Yolu seçin.")
        case .momentNeeded: PageTexts(en: "Say when.", ar: "حدد الوقت.", de: "Sag, wann.", fr: "Dites quand.", es: "Di cuándo.", tr: "Ne zaman olduğunu belirtin.")
        case .notAhead: PageTexts(en: "That moment has passed.", ar: "مضى هذا الوقت.", de: "Dieser Zeitpunkt ist vorbei.", fr: "Ce moment est passé.", es: "Ese momento ya pasó.", tr: "O an geçti.")
        case .unusable: PageTexts(en: "That can’t be used as it is.", ar: "لا يمكن استخدام ذلك كما هو.", de: "Das ist so nicht brauchbar.", fr: "C’est inutilisable en l’état.", es: "Así no sirve.", tr: "Bu haliyle kullanılamıyor.")
        }
    }
}
