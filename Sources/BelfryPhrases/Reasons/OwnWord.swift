/// What a decision's sentence says to the recipient themselves, in place of the words that speak of them to others.
enum OwnWord: PageWord {
    case clock, window, someWindow, allowedOutsideQuietHours
    case switchedOff, categoryDisabled, categoryOffByDefault
    case notEntitled, muted, mutedUntil, categoryMuted, categoryMutedUntil, frequencyCapped, throttled, alreadyReached, beforeLocalMoment, earlierStepFirst
    case ownDigest, cannotWaitForDigest
    case refusedTimezone, refusedSetting

    var texts: PageTexts {
        switch self {
        case .clock:
            PageTexts(
                en: "it was {time} for you", ar: "كانت الساعة {time} لديك", de: "bei dir war es {time} Uhr", fr: "il était {time} chez vous",
                es: "tu reloj marcaba las {time}", tr: "saatiniz {time} idi")
        case .window:
            PageTexts(
                en: "inside your quiet hours of {start}–{end}", ar: "ضمن ساعات هدوئك {start}–{end}", de: "innerhalb deiner Ruhezeit {start}–{end}",
                fr: "pendant vos heures calmes ({start}–{end})", es: "dentro de tus horas de silencio ({start}–{end})",
                tr: "sessiz saatlerinizin içinde ({start}–{end})")
        case .someWindow:
            PageTexts(
                en: "inside your quiet hours", ar: "ضمن ساعات هدوئك", de: "innerhalb deiner Ruhezeit", fr: "pendant vos heures calmes",
                es: "dentro de tus horas de silencio", tr: "sessiz saatlerinizin içinde")
        case .allowedOutsideQuietHours:
            PageTexts(
                en: "nothing stood against it: {channel} is on, {clock}, outside your quiet hours",
                ar: "لم يكن هناك مانع: قناة «{channel}» مفعّلة، {clock}، خارج ساعات هدوئك",
                de: "nichts sprach dagegen: {channel} ist eingeschaltet, {clock}, außerhalb deiner Ruhezeit",
                fr: "rien ne s’y opposait : le canal « {channel} » est activé, {clock}, hors de vos heures calmes",
                es: "nada lo impedía: el canal «{channel}» está activado, {clock}, fuera de tus horas de silencio",
                tr: "engel yoktu: {channel} açık, {clock}, sessiz saatlerinizin dışında")
        case .switchedOff:
            PageTexts(
                en: "you have switched off {switch}", ar: "لقد أوقفت {switch}", de: "du hast {switch} ausgeschaltet", fr: "vous avez désactivé {switch}",
                es: "has desactivado {switch}", tr: "kapattınız: {switch}")
        case .categoryDisabled:
            PageTexts(
                en: "you have switched off this kind of notification over {channel}", ar: "لقد أوقفت هذا النوع من الإشعارات عبر {channel}",
                de: "du hast diese Art von Nachricht auf dem Weg „{channel}“ ausgeschaltet", fr: "vous avez désactivé ce type de notification sur le canal « {channel} »",
                es: "has desactivado este tipo de aviso en el canal «{channel}»", tr: "bu tür bildirimi şu kanalda kapattınız: {channel}")
        case .categoryOffByDefault:
            PageTexts(
                en: "this kind of notification is off over {channel} at first, and you haven't switched it on",
                ar: "هذا النوع من الإشعارات متوقف في البداية عبر {channel}، ولم تفعّله",
                de: "diese Art von Nachricht ist auf dem Weg „{channel}“ anfangs aus, und du hast sie nicht eingeschaltet",
                fr: "ce type de notification est désactivé au départ sur le canal « {channel} », et vous ne l’avez pas activé",
                es: "este tipo de aviso está desactivado al principio en el canal «{channel}», y no lo has activado",
                tr: "bu tür bildirim şu kanalda başlangıçta kapalı ve onu açmadınız: {channel}")
        case .notEntitled:
            PageTexts(
                en: "you may no longer be told of this person", ar: "لم يعد يحق لك أن تُخبَر عن هذا الشخص", de: "du darfst von dieser Person nichts mehr erfahren",
                fr: "vous n’avez plus le droit de recevoir d’informations sur cette personne", es: "ya no puedes recibir avisos sobre esta persona",
                tr: "size artık bu kişi hakkında bilgi verilemez")
        case .muted:
            PageTexts(
                en: "you have muted everything", ar: "لقد كتمت كل شيء", de: "du hast alles stumm gestellt", fr: "vous avez tout mis en sourdine",
                es: "lo has silenciado todo", tr: "her şeyi susturdunuz")
        case .mutedUntil:
            PageTexts(
                en: "you have muted everything until {moment}", ar: "لقد كتمت كل شيء حتى {moment}", de: "du hast bis {moment} alles stumm gestellt",
                fr: "vous avez tout mis en sourdine jusqu’à {moment}", es: "lo has silenciado todo hasta las {moment}",
                tr: "her şeyi susturdunuz ({moment} zamanına dek)")
        case .categoryMuted:
            PageTexts(
                en: "you have muted this kind of notification", ar: "لقد كتمت هذا النوع من الإشعارات", de: "du hast diese Art von Nachricht stumm gestellt",
                fr: "vous avez mis ce type de notification en sourdine", es: "has silenciado este tipo de aviso", tr: "bu tür bildirimi susturdunuz")
        case .categoryMutedUntil:
            PageTexts(
                en: "you have muted this kind of notification until {moment}", ar: "لقد كتمت هذا النوع من الإشعارات حتى {moment}",
                de: "du hast diese Art von Nachricht bis {moment} stumm gestellt", fr: "vous avez mis ce type de notification en sourdine jusqu’à {moment}",
                es: "has silenciado este tipo de aviso hasta las {moment}", tr: "bu tür bildirimi susturdunuz ({moment} zamanına dek)")
        case .frequencyCapped:
            PageTexts(
                en: "you had been told as much on that day as you want", ar: "بلغت في ذلك اليوم الحد الذي تريده من الإشعارات",
                de: "du hattest an diesem Tag schon so viel gehört, wie du hören willst",
                fr: "vous aviez déjà reçu ce jour-là autant de notifications que vous en voulez",
                es: "ese día ya habías recibido tantos avisos como quieres", tr: "o gün istediğiniz kadar bildirim almıştınız")
        case .throttled:
            PageTexts(
                en: "you had lately been told as many of these as the app allows", ar: "بلغت مؤخرًا من هذا الإشعار العدد الذي يسمح به التطبيق",
                de: "du hattest davon in letzter Zeit schon so viele gehört, wie die App zulässt",
                fr: "vous en aviez reçu récemment autant que l’application le permet",
                es: "ya habías recibido hace poco tantos de estos avisos como permite la aplicación",
                tr: "son zamanlarda bunlardan uygulamanın izin verdiği kadarını almıştınız")
        case .ownDigest:
            PageTexts(
                en: "you have what isn't critical told once a day, as one", ar: "اخترت أن يصلك ما ليس حرجًا مجموعًا مرة في اليوم",
                de: "du bekommst, was nicht kritisch ist, einmal am Tag gesammelt", fr: "vous recevez ce qui n’est pas critique une fois par jour, regroupé",
                es: "recibes lo que no es crítico una vez al día, todo junto", tr: "kritik olmayanları günde bir kez, topluca alıyorsunuz")
        case .cannotWaitForDigest:
            PageTexts(
                en: "it couldn't wait for your digest: by then it would be of no use, or it has a moment of its own, or somebody waits for an answer",
                ar: "لم يكن يمكنه انتظار ملخصك: سيفقد فائدته، أو له وقت محدد، أو ينتظر أحدهم ردًا",
                de: "es konnte nicht auf deine Sammelnachricht warten: bis dahin wäre es nutzlos, oder es hat seinen eigenen Zeitpunkt, oder jemand wartet auf Antwort",
                fr: "il ne pouvait attendre votre récapitulatif : il n’aurait plus été utile, ou l’heure en est fixée, ou quelqu’un attend une réponse",
                es: "no podía esperar a tu resumen diario: ya no serviría, o tiene su propio momento, o alguien espera respuesta",
                tr: "günlük özetinizi bekleyemezdi: o zamana dek işe yaramazdı, ya da kendi zamanı var, ya da biri yanıt bekliyor")
        case .beforeLocalMoment:
            PageTexts(
                en: "it is meant for a set time by your own clock", ar: "إنه مخصص لوقت محدد بتوقيتك المحلي",
                de: "es ist für einen festen Zeitpunkt in deiner Ortszeit bestimmt", fr: "il est prévu pour un moment précis, à votre heure locale",
                es: "está previsto para un momento concreto en tu hora local", tr: "yerel saatinize göre belirli bir zaman için ayarlanmış")
        case .alreadyReached:
            PageTexts(
                en: "an earlier one over another channel reached you", ar: "وصل إليك إشعار أسبق عبر قناة أخرى",
                de: "eine frühere über einen anderen Weg hat dich erreicht", fr: "une précédente vous est parvenue par un autre canal",
                es: "uno anterior, por otro canal, te llegó", tr: "daha önceki bir bildirim başka bir kanaldan size ulaştı")
        case .earlierStepFirst:
            PageTexts(
                en: "you are told over another channel first", ar: "تُبلَّغ أولًا عبر قناة أخرى", de: "du wirst zuerst auf einem anderen Weg benachrichtigt",
                fr: "vous êtes d’abord prévenu par un autre canal", es: "primero se te avisa por otro canal", tr: "size önce başka bir kanaldan bildiriliyor")
        case .refusedTimezone:
            PageTexts(
                en: " Your time zone is not one that the system knows, so it was decided as UTC.",
                ar: " منطقتك الزمنية غير معروفة للنظام، لذلك اتُّخذ القرار بتوقيت UTC.",
                de: " Deine Zeitzone kennt das System nicht, deshalb wurde nach UTC entschieden.",
                fr: " Le système ne connaît pas votre fuseau horaire : la décision a été prise en UTC.",
                es: " El sistema no conoce tu zona horaria, así que se decidió en UTC.",
                tr: " Sistem saat diliminizi tanımıyor; karar UTC’ye göre verildi.")
        case .refusedSetting:
            PageTexts(
                en: " Your setting “{setting}” could not be understood, so its default was taken.",
                ar: " تعذّر فهم إعدادك «{setting}»، لذلك استُخدمت قيمته الافتراضية.",
                de: " Deine Einstellung „{setting}“ war nicht zu verstehen, deshalb galt ihre Vorgabe.",
                fr: " Votre réglage « {setting} » n’a pas pu être compris : sa valeur par défaut a été prise.",
                es: " No se pudo entender tu ajuste «{setting}», así que se tomó su valor predeterminado.",
                tr: " “{setting}” ayarınız anlaşılamadı; varsayılanı kullanıldı.")
        }
    }
}
