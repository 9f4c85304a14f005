/// What became of a delivery, and the words of the lists of deliveries and messages.
public enum DeliveryWord: PageWord {
    case heldUntil, heldUntilQuietHoursEnd, againAt, waiting, waitingUntil, sending, sent, sentOn, sentAndWithdrawn, notSent, givenUp, cancelled, shadow
    case nothingWaits, waitingCount, waitingMore, sendingCount, sendingMore, queueLate, late
    case inboxEmpty, unread, new, markRead, doneRead, withdrawnTitle, replacedTitle

    public var texts: PageTexts {
        switch self {
        case .heldUntil:
            PageTexts(en: "Held until {at}", ar: "محتجز حتى {at}", de: "Zurückgehalten bis {at}", fr: "Retenu jusqu’au {at}", es: "Retenido hasta el {at}", tr: "{at} zamanına dek bekletiliyor")
        case .heldUntilQuietHoursEnd:
            PageTexts(
                en: "Held until quiet hours end", ar: "محتجز حتى تنتهي ساعات الهدوء", de: "Zurückgehalten, bis die Ruhezeit endet", fr: "Retenu jusqu’à la fin des heures calmes",
                es: "Retenido hasta que acaben las horas de silencio", tr: "Sessiz saatler bitene dek bekletiliyor")
        case .againAt:
            PageTexts(
                en: "To be tried again at {at}", ar: "ستُعاد المحاولة في {at}", de: "Neuer Versuch: {at}", fr: "Nouvel essai : {at}", es: "Se intentará de nuevo: {at}",
                tr: "Yeniden denenecek: {at}")
        case .waiting: PageTexts(en: "Waiting", ar: "في الانتظار", de: "Wartet", fr: "En attente", es: "En espera", tr: "Bekliyor")
        case .waitingUntil:
            PageTexts(
                en: "Waiting until {at}", ar: "في الانتظار حتى {at}", de: "Wartet bis {at}", fr: "En attente jusqu’au {at}", es: "En espera hasta el {at}",
                tr: "{at} zamanına dek bekliyor")
        case .sending: PageTexts(en: "Being sent", ar: "قيد الإرسال", de: "Wird gesendet", fr: "En cours d’envoi", es: "Enviándose", tr: "Gönderiliyor")
        case .sent: PageTexts(en: "Sent", ar: "أُرسل", de: "Gesendet", fr: "Envoyé", es: "Enviado", tr: "Gönderildi")
        case .sentOn: PageTexts(en: "Sent on {at}", ar: "أُرسل في {at}", de: "Gesendet am {at}", fr: "Envoyé le {at}", es: "Enviado el {at}", tr: "Gönderildi: {at}")
        case .sentAndWithdrawn:
            PageTexts(
                en: "Sent on {at}, withdrawn since", ar: "أُرسل في {at} ثم سُحب", de: "Gesendet am {at}, seither zurückgenommen", fr: "Envoyé le {at}, retiré depuis",
                es: "Enviado el {at}, retirado después", tr: "Gönderildi: {at}, sonra geri alındı")
        case .notSent: PageTexts(en: "Not sent", ar: "لم يُرسل", de: "Nicht gesendet", fr: "Non envoyé", es: "No enviado", tr: "Gönderilmedi")
        case .givenUp: PageTexts(en: "Given up", ar: "توقفت المحاولة", de: "Aufgegeben", fr: "Abandonné", es: "Abandonado", tr: "Vazgeçildi")
        case .cancelled:
            PageTexts(
                en: "Cancelled: corrected data show that it never was", ar: "أُلغي: تُظهر البيانات المصححة أنه لم يكن",
                de: "Abgesagt: Berichtigte Daten zeigen, dass es nie so war", fr: "Annulé : les données corrigées montrent que cela n’a jamais été",
                es: "Cancelado: los datos corregidos muestran que nunca fue así", tr: "İptal: düzeltilmiş veriler hiç olmadığını gösteriyor")
        case .shadow:
            PageTexts(
                en: "Not sent: patterns are only watched", ar: "لم يُرسل: الأنماط تُراقَب فقط", de: "Nicht gesendet: Muster werden nur beobachtet",
                fr: "Non envoyé : les tendances sont seulement observées", es: "No enviado: los patrones solo se observan", tr: "Gönderilmedi: örüntüler yalnızca izleniyor")
        case .nothingWaits: PageTexts(en: "Nothing waits", ar: "لا شيء ينتظر", de: "Nichts wartet", fr: "Rien n’attend", es: "Nada espera", tr: "Bekleyen yok")
        case .waitingCount: PageTexts(en: "{n} waiting", ar: "{n} في الانتظار", de: "{n} wartend", fr: "{n} en attente", es: "{n} en espera", tr: "{n} bekliyor")
        case .waitingMore:
            PageTexts(
                en: "More than {n} waiting", ar: "أكثر من {n} في الانتظار", de: "Mehr als {n} wartend", fr: "Plus de {n} en attente", es: "Más de {n} en espera",
                tr: "{n} taneden fazlası bekliyor")
        case .sendingMore:
            PageTexts(
                en: "more than {n} being sent", ar: "أكثر من {n} قيد الإرسال", de: "mehr als {n} unterwegs", fr: "plus de {n} en cours d’envoi",
                es: "más de {n} enviándose", tr: "{n} taneden fazlası gönderiliyor")
        case .sendingCount:
            PageTexts(en: "{n} being sent", ar: "{n} قيد الإرسال", de: "{n} unterwegs", fr: "{n} en cours d’envoi", es: "{n} enviándose", tr: "{n} gönderiliyor")
        case .queueLate:
            PageTexts(
                en: "The queue is late: is a worker running?", ar: "قائمة الانتظار متأخرة: هل يعمل مُعالِج؟", de: "Die Warteschlange ist spät dran: Läuft ein Worker?",
                fr: "La file est en retard : un worker tourne-t-il ?", es: "La cola va tarde: ¿hay un worker en marcha?", tr: "Kuyruk gecikti: işleyici çalışıyor mu?")
        case .late: PageTexts(en: "Late.", ar: "متأخر.", de: "Verspätet.", fr: "En retard.", es: "Con retraso.", tr: "Gecikti.")
        case .inboxEmpty:
            PageTexts(
                en: "No messages. What Belfry tells you in the app stays here.", ar: "لا رسائل. ما يخبرك به Belfry في التطبيق يبقى هنا.",
                de: "Keine Nachrichten. Was Belfry dir in der App sagt, bleibt hier.", fr: "Aucun message. Ce que Belfry vous dit dans l’application reste ici.",
                es: "No hay mensajes. Lo que Belfry te dice en la aplicación se queda aquí.", tr: "İleti yok. Belfry’nin uygulamada söyledikleri burada kalır.")
        case .unread:
            PageTexts(
                en: "one:1 unread|other:{n} unread",
                ar: "zero:لا شيء غير مقروء|one:واحد غير مقروء|two:اثنان غير مقروءين|few:{n} غير مقروءة|many:{n} غير مقروء|other:{n} غير مقروء",
                de: "one:1 ungelesen|other:{n} ungelesen", fr: "one:{n} non lu|many:{n} non lus|other:{n} non lus", es: "one:1 sin leer|many:{n} sin leer|other:{n} sin leer",
                tr: "one:1 okunmamış|other:{n} okunmamış")
        case .new: PageTexts(en: "New", ar: "جديد", de: "Neu", fr: "Nouveau", es: "Nuevo", tr: "Yeni")
        case .markRead:
            PageTexts(en: "Mark as read", ar: "وضع علامة مقروء", de: "Als gelesen markieren", fr: "Marquer comme lu", es: "Marcar como leído", tr: "Okundu olarak işaretle")
        case .doneRead: PageTexts(en: "Marked as read.", ar: "وُضعت علامة مقروء.", de: "Als gelesen markiert.", fr: "Marqué comme lu.", es: "Marcado como leído.", tr: "Okundu olarak işaretlendi.")
        case .withdrawnTitle: PageTexts(en: "Withdrawn: {title}", ar: "سُحب: {title}", de: "Zurückgenommen: {title}", fr: "Retiré : {title}", es: "Retirado: {title}", tr: "Geri alındı: {title}")
        case .replacedTitle:
            PageTexts(
                en: "Replaced: {title}", ar: "استُبدل: {title}", de: "Ersetzt: {title}", fr: "Remplacé : {title}", es: "Reemplazado: {title}",
                tr: "Yerine yenisi geldi: {title}")
        }
    }
}
