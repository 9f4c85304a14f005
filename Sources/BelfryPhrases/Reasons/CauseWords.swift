/// Why a delivery was sent, held or left out: what stands behind the colon, or in English behind "because".
enum CauseWord: PageWord {
    case allowedOutsideQuietHours, allowed, critical, allPass, switchedOff, countsForWhatsApp, countsForNtfy, countsForTelegram, countsForRooms
    case countsForTexts, countsForCalls
    case categoryDisabled, categoryOffByDefault, notEntitled, feedDown
    case snoozed, snoozedThrough, dismissed, nothingPasses, onlyCriticalPass, expired, resolved, superseded, inSummary, muted, mutedUntil, frequencyCapped
    case categoryMuted, categoryMutedUntil
    case throttled, cannotWaitForDigest
    case push, inApp, email, championEmail, championTexts

    var texts: PageTexts {
        switch self {
        case .allowedOutsideQuietHours:
            PageTexts(
                en: "nothing stood against it: {channel} is on, {clock}, outside their quiet hours",
                ar: "لم يكن هناك مانع: قناة «{channel}» مفعّلة، {clock}، خارج ساعات هدوئه", de: "nichts sprach dagegen: {channel} ist eingeschaltet, {clock}, außerhalb der Ruhezeit",
                fr: "rien ne s’y opposait : le canal « {channel} » est activé, {clock}, hors de ses heures calmes",
                es: "nada lo impedía: el canal «{channel}» está activado, {clock}, fuera de sus horas de silencio",
                tr: "engel yoktu: {channel} açık, {clock}, sessiz saatlerin dışında")
        case .allowed:
            PageTexts(
                en: "nothing stood against it: {channel} is on, no quiet hours are set", ar: "لم يكن هناك مانع: قناة «{channel}» مفعّلة، ولا ساعات هدوء محددة",
                de: "nichts sprach dagegen: {channel} ist eingeschaltet, eine Ruhezeit ist nicht gesetzt",
                fr: "rien ne s’y opposait : le canal « {channel} » est activé, aucune heure calme n’est réglée",
                es: "nada lo impedía: el canal «{channel}» está activado, no hay horas de silencio", tr: "engel yoktu: {channel} açık, sessiz saat ayarlanmamış")
        case .critical:
            PageTexts(
                en: "it is critical: {clock}, {window}, which let critical ones through", ar: "إنه حرج: {clock}، {window}، وهي تسمح بمرور الحرج",
                de: "es ist kritisch: {clock}, {window}, die Kritisches durchlässt", fr: "c’est critique : {clock}, {window}, qui laissent passer ce qui est critique",
                es: "es crítico: {clock}, {window}, que dejan pasar lo crítico", tr: "kritik: {clock}, {window}; kritik olanlar geçer")
        case .allPass:
            PageTexts(
                en: "{clock}, {window}, but these let everything through", ar: "{clock}، {window}، لكنها تسمح بمرور كل شيء",
                de: "{clock}, {window}, aber sie lässt alles durch", fr: "{clock}, {window}, mais elles laissent tout passer",
                es: "{clock}, {window}, pero dejan pasar todo", tr: "{clock}, {window}, ama hepsi geçer")
        case .switchedOff:
            PageTexts(
                en: "the recipient has switched off {switch}", ar: "أوقف المستلم {switch}", de: "der Empfänger hat {switch} ausgeschaltet",
                fr: "le destinataire a désactivé {switch}", es: "el destinatario ha desactivado {switch}", tr: "alıcı kapatmış: {switch}")
        case .countsForWhatsApp:
            PageTexts(
                en: ", and that switch counts for WhatsApp too", ar: "، وهذا المفتاح يشمل واتساب أيضًا", de: ", und dieser Schalter gilt auch für WhatsApp",
                fr: ", et ce réglage vaut aussi pour WhatsApp", es: ", y ese interruptor vale también para WhatsApp", tr: "; bu anahtar WhatsApp için de geçerli")
        case .countsForNtfy:
            PageTexts(
                en: ", and that switch counts for ntfy too", ar: "، وهذا المفتاح يشمل ntfy أيضًا", de: ", und dieser Schalter gilt auch für ntfy",
                fr: ", et ce réglage vaut aussi pour ntfy", es: ", y ese interruptor vale también para ntfy", tr: "; bu anahtar ntfy için de geçerli")
        case .countsForTelegram:
            PageTexts(
                en: ", and that switch counts for Telegram too", ar: "، وهذا المفتاح يشمل تيليجرام أيضًا", de: ", und dieser Schalter gilt auch für Telegram",
                fr: ", et ce réglage vaut aussi pour Telegram", es: ", y ese interruptor vale también para Telegram", tr: "; bu anahtar Telegram için de geçerli")
        case .countsForRooms:
            PageTexts(
                en: ", and that switch counts for chat rooms too", ar: "، وهذا المفتاح يشمل غرف المحادثة أيضًا", de: ", und dieser Schalter gilt auch für Chaträume",
                fr: ", et ce réglage vaut aussi pour les salons de discussion", es: ", y ese interruptor vale también para las salas de chat",
                tr: "; bu anahtar sohbet odaları için de geçerli")
        case .countsForTexts:
            PageTexts(
                en: ", and that switch counts for all text messages", ar: "، وهذا المفتاح يشمل كل الرسائل النصية", de: ", und dieser Schalter gilt für alle SMS",
                fr: ", et ce réglage vaut pour tous les SMS", es: ", y ese interruptor vale para todos los SMS", tr: "; bu anahtar bütün SMS’ler için geçerli")
        case .countsForCalls:
            PageTexts(
                en: ", and that switch counts for calls too", ar: "، وهذا المفتاح يشمل المكالمات أيضًا", de: ", und dieser Schalter gilt auch für Anrufe",
                fr: ", et ce réglage vaut aussi pour les appels", es: ", y ese interruptor vale también para las llamadas",
                tr: "; bu anahtar aramalar için de geçerli")
        case .categoryDisabled:
            PageTexts(
                en: "the recipient has switched off this kind of notification over {channel}", ar: "أوقف المستلم هذا النوع من الإشعارات عبر {channel}",
                de: "der Empfänger hat diese Art von Nachricht auf dem Weg „{channel}“ ausgeschaltet", fr: "le destinataire a désactivé ce type de notification sur le canal « {channel} »",
                es: "el destinatario ha desactivado este tipo de aviso en el canal «{channel}»", tr: "alıcı bu tür bildirimi şu kanalda kapatmış: {channel}")
        case .categoryOffByDefault:
            PageTexts(
                en: "this kind of notification is off over {channel} at first, and the recipient hasn't switched it on",
                ar: "هذا النوع من الإشعارات متوقف في البداية عبر {channel}، ولم يفعّله المستلم",
                de: "diese Art von Nachricht ist auf dem Weg „{channel}“ anfangs aus, und der Empfänger hat sie nicht eingeschaltet",
                fr: "ce type de notification est désactivé au départ sur le canal « {channel} », et le destinataire ne l’a pas activé",
                es: "este tipo de aviso está desactivado al principio en el canal «{channel}», y el destinatario no lo ha activado",
                tr: "bu tür bildirim şu kanalda başlangıçta kapalı ve alıcı onu açmamış: {channel}")
        case .notEntitled:
            PageTexts(
                en: "the recipient may no longer be told of this person", ar: "لم يعد يحق للمستلم أن يُخبَر عن هذا الشخص",
                de: "der Empfänger darf von dieser Person nichts mehr erfahren", fr: "le destinataire n’a plus le droit de recevoir d’informations sur cette personne",
                es: "el destinatario ya no puede recibir avisos sobre esta persona", tr: "alıcıya artık bu kişi hakkında bilgi verilemez")
        case .snoozed:
            PageTexts(
                en: "the alert is snoozed", ar: "التنبيه مؤجل", de: "die Warnung schlummert", fr: "l’alerte est en veille", es: "la alerta está pospuesta",
                tr: "uyarı ertelendi")
        case .snoozedThrough:
            PageTexts(
                en: "the alert is snoozed through {day}", ar: "التنبيه مؤجل حتى نهاية {day}", de: "die Warnung schlummert bis einschließlich {day}",
                fr: "l’alerte est en veille jusqu’au {day} inclus", es: "la alerta está pospuesta hasta el {day} inclusive", tr: "uyarı {day} sonuna dek ertelendi")
        case .dismissed:
            PageTexts(
                en: "the alert was dismissed", ar: "صُرف النظر عن التنبيه", de: "die Warnung wurde verworfen", fr: "l’alerte a été écartée", es: "la alerta se descartó",
                tr: "uyarı kapatıldı")
        case .feedDown:
            PageTexts(
                en: "nothing had come from many wearables since the same day, so the service that passes days on is down, and not this wearable",
                ar: "لم يصل شيء من أجهزة كثيرة منذ اليوم نفسه، فالعطل في الخدمة التي تنقل بياناتها وليس في هذا الجهاز",
                de: "von vielen Wearables kam seit demselben Tag nichts, also ist der Dienst gestört, der ihre Tage weitergibt, und nicht dieses Wearable",
                fr: "rien n’arrivait de nombreux appareils depuis le même jour : c’est le service qui transmet leurs données qui est en panne, et non cet appareil",
                es: "desde el mismo día no llegaba nada de muchos dispositivos: falla el servicio que transmite los datos y no este dispositivo",
                tr: "aynı günden beri birçok cihazdan veri gelmedi; sorun bu cihazda değil, verileri ileten hizmette")
        case .nothingPasses:
            PageTexts(
                en: "{clock}, {window}, which let nothing through", ar: "{clock}، {window}، وهي لا تسمح بمرور شيء", de: "{clock}, {window}, die nichts durchlässt",
                fr: "{clock}, {window}, qui ne laissent rien passer", es: "{clock}, {window}, que no dejan pasar nada", tr: "{clock}, {window}; hiçbiri geçmez")
        case .onlyCriticalPass:
            PageTexts(
                en: "{clock}, {window}, which let only critical ones through, and this one is “{severity}”",
                ar: "{clock}، {window}، وهي تسمح بمرور الحرج فقط، وهذا «{severity}»", de: "{clock}, {window}, die nur Kritisches durchlässt, und dies ist „{severity}“",
                fr: "{clock}, {window}, qui ne laissent passer que ce qui est critique, et ceci est « {severity} »",
                es: "{clock}, {window}, que solo dejan pasar lo crítico, y esto es «{severity}»", tr: "{clock}, {window}; yalnızca kritik olanlar geçer, bu ise “{severity}”")
        case .expired:
            PageTexts(
                en: "it came too late to be of use", ar: "جاء متأخرًا فلم يعد مفيدًا", de: "es kam zu spät, um noch zu nützen", fr: "il arrivait trop tard pour être utile",
                es: "llegaba demasiado tarde para servir de algo", tr: "işe yaramayacak kadar geç kaldı")
        case .resolved:
            PageTexts(
                en: "while it was held, the episode ended", ar: "انتهت الفترة بينما كان محتجزًا",
                de: "während es wartete, ging die Episode zu Ende", fr: "l’épisode s’est terminé pendant qu’il était retenu",
                es: "mientras estaba retenido, el episodio terminó", tr: "bekletilirken dönem sona erdi")
        case .superseded:
            PageTexts(
                en: "while it waited, a later notification took its place",
                ar: "بينما كان ينتظر، حلّ محله إشعار أحدث",
                de: "während es wartete, trat eine spätere Nachricht an seine Stelle",
                fr: "pendant qu’il attendait, une notification plus récente a pris sa place",
                es: "mientras esperaba, un aviso posterior ocupó su lugar",
                tr: "beklerken sonraki bir bildirim onun yerini aldı")
        case .inSummary:
            PageTexts(
                en: "it became part of a summary", ar: "صار جزءًا من ملخص", de: "es wurde Teil einer Zusammenfassung", fr: "il fait partie d’un résumé",
                es: "pasó a formar parte de un resumen", tr: "bir özetin parçası oldu")
        case .muted:
            PageTexts(
                en: "the recipient has muted everything", ar: "كتم المستلم كل شيء", de: "der Empfänger hat alles stumm gestellt",
                fr: "le destinataire a tout mis en sourdine", es: "el destinatario lo ha silenciado todo", tr: "alıcı her şeyi susturmuş")
        case .mutedUntil:
            PageTexts(
                en: "the recipient has muted everything until {moment}", ar: "كتم المستلم كل شيء حتى {moment}",
                de: "der Empfänger hat bis {moment} alles stumm gestellt", fr: "le destinataire a tout mis en sourdine jusqu’à {moment}",
                es: "el destinatario lo ha silenciado todo hasta las {moment}", tr: "alıcı her şeyi susturmuş ({moment} zamanına dek)")
        case .categoryMuted:
            PageTexts(
                en: "the recipient has muted this kind of notification", ar: "كتم المستلم هذا النوع من الإشعارات",
                de: "der Empfänger hat diese Art von Nachricht stumm gestellt", fr: "le destinataire a mis ce type de notification en sourdine",
                es: "el destinatario ha silenciado este tipo de aviso", tr: "alıcı bu tür bildirimi susturmuş")
        case .categoryMutedUntil:
            PageTexts(
                en: "the recipient has muted this kind of notification until {moment}", ar: "كتم المستلم هذا النوع من الإشعارات حتى {moment}",
                de: "der Empfänger hat diese Art von Nachricht bis {moment} stumm gestellt",
                fr: "le destinataire a mis ce type de notification en sourdine jusqu’à {moment}",
                es: "el destinatario ha silenciado este tipo de aviso hasta las {moment}", tr: "alıcı bu tür bildirimi susturmuş ({moment} zamanına dek)")
        case .frequencyCapped:
            PageTexts(
                en: "the recipient had been told as much on that day as they want", ar: "بلغ المستلم في ذلك اليوم الحد الذي يريده من الإشعارات",
                de: "der Empfänger hatte an diesem Tag schon so viel gehört, wie er hören will",
                fr: "le destinataire avait déjà reçu ce jour-là autant de notifications qu’il en veut",
                es: "ese día el destinatario ya había recibido tantos avisos como quiere", tr: "alıcı o gün istediği kadar bildirim almıştı")
        case .throttled:
            PageTexts(
                en: "the recipient had lately been told as many of these as the app allows", ar: "بلغ المستلم مؤخرًا من هذا الإشعار العدد الذي يسمح به التطبيق",
                de: "der Empfänger hatte davon in letzter Zeit schon so viele gehört, wie die App zulässt",
                fr: "le destinataire en avait reçu récemment autant que l’application le permet",
                es: "el destinatario ya había recibido hace poco tantos de estos avisos como permite la aplicación",
                tr: "alıcı son zamanlarda bunlardan uygulamanın izin verdiği kadarını almıştı")
        case .cannotWaitForDigest:
            PageTexts(
                en: "it couldn't wait for the recipient's digest: by then it would be of no use, or it has a moment of its own, or somebody waits for an answer",
                ar: "لم يكن يمكنه انتظار ملخص المستلم: سيفقد فائدته، أو له وقت محدد، أو ينتظر أحدهم ردًا",
                de: "es konnte nicht auf die Sammelnachricht des Empfängers warten: bis dahin wäre es nutzlos, oder es hat seinen eigenen Zeitpunkt, oder jemand wartet auf Antwort",
                fr: "il ne pouvait attendre le récapitulatif du destinataire : il n’aurait plus été utile, ou l’heure en est fixée, ou quelqu’un attend une réponse",
                es: "no podía esperar al resumen diario del destinatario: ya no serviría, o tiene su propio momento, o alguien espera respuesta",
                tr: "alıcının günlük özetini bekleyemezdi: o zamana dek işe yaramazdı, ya da kendi zamanı var, ya da biri yanıt bekliyor")
        case .push:
            PageTexts(
                en: "push notifications", ar: "الإشعارات الفورية", de: "Push-Nachrichten", fr: "les notifications push", es: "las notificaciones push",
                tr: "anlık bildirimler")
        case .inApp:
            PageTexts(en: "the inbox", ar: "صندوق الوارد", de: "den Posteingang", fr: "la boîte de réception", es: "la bandeja", tr: "gelen kutusu")
        case .email:
            PageTexts(en: "e-mail", ar: "البريد الإلكتروني", de: "E-Mail", fr: "les e-mails", es: "el correo electrónico", tr: "e-posta")
        case .championEmail:
            PageTexts(
                en: "e-mail to the champion", ar: "البريد الإلكتروني إلى الداعم", de: "E-Mail an die Vertrauensperson", fr: "les e-mails à la personne de confiance",
                es: "el correo a la persona de confianza", tr: "destekçiye e-posta")
        case .championTexts:
            PageTexts(
                en: "text messages to the champion", ar: "الرسائل النصية إلى الداعم", de: "SMS an die Vertrauensperson", fr: "les SMS à la personne de confiance",
                es: "los SMS a la persona de confianza", tr: "destekçiye SMS")
        }
    }
}
