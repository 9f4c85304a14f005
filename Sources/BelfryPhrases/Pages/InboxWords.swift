/// What the inbox says around its messages.
public enum InboxWord: PageWord {
    case folders, inbox, archive, archiveEmpty
    case markReadThrough, doneReadThrough
    case markUnread, archiveIt, takeBack, openAlert, openLink, doneUnread, doneArchive, doneUnarchive
    case later, laterEmpty, inAnHour, thisEvening, tomorrowMorning, dayAndTime, putOff, putOffUntil, doneLater
    case doneActed, doneByOther, doneByName
    case mayAsk, denied

    public var texts: PageTexts {
        switch self {
        case .folders: PageTexts(en: "Folders", ar: "المجلدات", de: "Ordner", fr: "Dossiers", es: "Carpetas", tr: "Klasörler")
        case .inbox: PageTexts(en: "Inbox", ar: "الوارد", de: "Eingang", fr: "Réception", es: "Entrada", tr: "Gelen")
        case .archive: PageTexts(en: "Archive", ar: "الأرشيف", de: "Archiv", fr: "Archives", es: "Archivo", tr: "Arşiv")
        case .archiveEmpty:
            PageTexts(
                en: "The archive is empty. What you put away stays here.", ar: "الأرشيف فارغ. ما تضعه جانبًا يبقى هنا.",
                de: "Das Archiv ist leer. Was du weglegst, bleibt hier.", fr: "Les archives sont vides. Ce que vous rangez reste ici.",
                es: "El archivo está vacío. Lo que guardes se queda aquí.", tr: "Arşiv boş. Kaldırdıklarınız burada kalır.")
        case .markReadThrough:
            PageTexts(
                en: "Mark all as read", ar: "وضع علامة مقروء على الكل", de: "Alle als gelesen markieren", fr: "Tout marquer comme lu",
                es: "Marcar todo como leído", tr: "Tümünü okundu olarak işaretle")
        case .doneReadThrough:
            PageTexts(
                en: "All marked as read.", ar: "وُضعت علامة مقروء على الكل.", de: "Alle als gelesen markiert.", fr: "Tout est marqué comme lu.",
                es: "Todo marcado como leído.", tr: "Tümü okundu olarak işaretlendi.")
        case .markUnread:
            PageTexts(
                en: "Mark as unread", ar: "وضع علامة غير مقروء", de: "Als ungelesen markieren", fr: "Marquer comme non lu", es: "Marcar como no leído",
                tr: "Okunmadı olarak işaretle")
        case .archiveIt: PageTexts(en: "Archive it", ar: "أرشفة", de: "Archivieren", fr: "Archiver", es: "Archivar", tr: "Arşivle")
        case .takeBack:
            PageTexts(
                en: "Back to the inbox", ar: "إعادة إلى الوارد", de: "Zurück in den Eingang", fr: "Remettre dans la boîte", es: "Devolver a la bandeja",
                tr: "Gelen kutusuna al")
        case .openAlert: PageTexts(en: "Open the alert", ar: "فتح التنبيه", de: "Warnung öffnen", fr: "Ouvrir l’alerte", es: "Abrir la alerta", tr: "Uyarıyı aç")
        case .openLink:
            PageTexts(
                en: "Open at {place}", ar: "فتح على {place}", de: "Öffnen auf {place}", fr: "Ouvrir sur {place}", es: "Abrir en {place}", tr: "{place} adresinde aç")
        case .doneUnread:
            PageTexts(
                en: "Marked as unread.", ar: "وُضعت علامة غير مقروء.", de: "Als ungelesen markiert.", fr: "Marqué comme non lu.", es: "Marcado como no leído.",
                tr: "Okunmadı olarak işaretlendi.")
        case .doneArchive: PageTexts(en: "Archived.", ar: "أُرشف.", de: "Archiviert.", fr: "Archivé.", es: "Archivado.", tr: "Arşivlendi.")
        case .doneUnarchive:
            PageTexts(
                en: "Back in the inbox.", ar: "عاد إلى الوارد.", de: "Wieder im Eingang.", fr: "De retour dans la boîte.", es: "De vuelta en la bandeja.",
                tr: "Gelen kutusuna döndü.")
        case .later: PageTexts(en: "Later", ar: "لاحقًا", de: "Später", fr: "Plus tard", es: "Más tarde", tr: "Daha sonra")
        case .laterEmpty:
            PageTexts(
                en: "Nothing is put off. What you leave for later waits here and comes back by itself.",
                ar: "لا شيء مؤجل. ما تتركه لوقت لاحق ينتظر هنا ويعود من تلقاء نفسه.",
                de: "Nichts ist aufgeschoben. Was du auf später legst, wartet hier und kommt von selbst zurück.",
                fr: "Rien n’est reporté. Ce que vous laissez pour plus tard attend ici et revient de lui-même.",
                es: "No hay nada aplazado. Lo que dejes para más tarde espera aquí y vuelve solo.",
                tr: "Ertelenmiş bir şey yok. Daha sonraya bıraktıklarınız burada bekler ve kendiliğinden geri gelir.")
        case .inAnHour: PageTexts(en: "In 1 hour", ar: "بعد ساعة", de: "In 1 Stunde", fr: "Dans 1 heure", es: "En 1 hora", tr: "1 saat sonra")
        case .thisEvening: PageTexts(en: "This evening", ar: "هذا المساء", de: "Heute Abend", fr: "Ce soir", es: "Esta tarde", tr: "Bu akşam")
        case .tomorrowMorning:
            PageTexts(en: "Tomorrow morning", ar: "صباح الغد", de: "Morgen früh", fr: "Demain matin", es: "Mañana por la mañana", tr: "Yarın sabah")
        case .dayAndTime:
            PageTexts(en: "Day and time", ar: "اليوم والوقت", de: "Tag und Uhrzeit", fr: "Jour et heure", es: "Día y hora", tr: "Gün ve saat")
        case .putOff: PageTexts(en: "Put it off", ar: "تأجيل", de: "Aufschieben", fr: "Reporter", es: "Aplazar", tr: "Ertele")
        case .putOffUntil:
            PageTexts(
                en: "Put off until {time}", ar: "مؤجل إلى {time}", de: "Aufgeschoben bis {time}", fr: "Reporté au {time}", es: "Aplazado hasta {time}",
                tr: "{time} zamanına ertelendi")
        case .doneLater: PageTexts(en: "Put off.", ar: "أُجّل.", de: "Aufgeschoben.", fr: "Reporté.", es: "Aplazado.", tr: "Ertelendi.")
        case .doneActed:
            PageTexts(
                en: "Your answer was noted.", ar: "سُجّلت إجابتك.", de: "Deine Antwort ist notiert.", fr: "Votre réponse est notée.",
                es: "Tu respuesta quedó registrada.", tr: "Yanıtınız kaydedildi.")
        case .doneByOther:
            PageTexts(
                en: "Somebody else did it, {time}", ar: "تولّى شخص آخر الأمر، {time}", de: "Jemand anderes hat es erledigt, {time}",
                fr: "Quelqu’un d’autre s’en est chargé, {time}", es: "Ya se ha encargado otra persona, {time}", tr: "Başka biri halletti, {time}")
        case .doneByName:
            PageTexts(
                en: "{name} did it, {time}", ar: "تم الأمر على يد {name}، {time}", de: "{name} hat es erledigt, {time}", fr: "{name} s’en est chargé(e), {time}",
                es: "{name} ya se ha encargado, {time}", tr: "{name} halletti, {time}")
        case .mayAsk:
            PageTexts(
                en: "This browser may not notify you yet. With your permission Belfry tells you here, even when this page is closed.",
                ar: "لا يُسمح لهذا المتصفح بإشعارك بعد. بإذنك يخبرك Belfry هنا حتى حين تكون هذه الصفحة مغلقة.",
                de: "Dieser Browser darf dir noch nichts melden. Mit deiner Erlaubnis sagt Belfry dir hier Bescheid, auch wenn diese Seite zu ist.",
                fr: "Ce navigateur n’a pas encore le droit de vous prévenir. Avec votre accord, Belfry vous prévient ici, même page fermée.",
                es: "Este navegador aún no puede avisarte. Con tu permiso, Belfry te avisa aquí aunque esta página esté cerrada.",
                tr: "Bu tarayıcının size bildirim göstermesine henüz izin yok. İzninizle Belfry bu sayfa kapalıyken de burada haber verir.")
        case .denied:
            PageTexts(
                en: "Notifications are blocked in this browser. You can allow them in the browser’s settings for this page.",
                ar: "الإشعارات محظورة في هذا المتصفح. يمكنك السماح بها في إعدادات المتصفح لهذه الصفحة.",
                de: "Benachrichtigungen sind in diesem Browser gesperrt. Du kannst sie in seinen Einstellungen für diese Seite erlauben.",
                fr: "Les notifications sont bloquées dans ce navigateur. Vous pouvez les autoriser dans ses réglages pour cette page.",
                es: "Las notificaciones están bloqueadas en este navegador. Puedes permitirlas en sus ajustes para esta página.",
                tr: "Bu tarayıcıda bildirimler engelli. Tarayıcının bu sayfa için ayarlarından izin verebilirsiniz.")
        }
    }
}
