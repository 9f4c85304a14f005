/// What the pages for whoever runs Belfry say: how deliveries fare, and the story of one.
public enum OperatorWord: PageWord {
    case lead, figures, daysShown, channel, sent, heldCount, skippedCount, mergedCount, retriedCount, failedCount, errorRate, total, noFigures
    case lateness, latenessText, noLateness, backlog, pausedApps, everything
    case quietHours, quietLevel
    case engagement, delivered, opened, acted, ignored, ignoredLater
    case list, search, searchHint, role, told, about, status, anyStatus, anyChannel, kind, anyKind, apply, older, newest, noneFound, noneSoFar
    case csvFigures, csvList
    case deadLetters, redrive, redriveAll, doneRedrive, redrives
    case now, callOff, callOffAll, callOffQuestion, callOffMost, callOffEffect, notAtOnce
    case takeBack, takeBackEffect
    case pauseTitle, pauseEffect, pauseApp, pauseAppHint, pauseFor, untilResumed, exceptCritical, pauseWhy, pauseOne, pauseAll
    case pausedSince, pausedUntil, pausedBy, resume
    case story, changes, queued, decided, heldSince, paused, nextAttempt, sentAt, withdrawn, retractedBy, changedBy, mergedInto, givenUpWith
    case transmissions, backToList, openStory
    case removed, stays
    case providerPending, providerAmbiguous, providerAccepted, providerSent, providerDelivered, providerRead, providerFailed
    case findings

    public var texts: PageTexts {
        switch self {
        case .lead:
            PageTexts(
                en: "How deliveries fare, and what became of each.", ar: "كيف تسير عمليات الإرسال، وما آل إليه كل منها.",
                de: "Wie es den Zustellungen geht und was aus jeder wurde.", fr: "Comment vont les envois, et ce qu’il est advenu de chacun.",
                es: "Cómo van los envíos y qué fue de cada uno.", tr: "Gönderimlerin durumu ve her birine ne olduğu.")
        case .figures: PageTexts(en: "By channel", ar: "بحسب القناة", de: "Nach Weg", fr: "Par canal", es: "Por canal", tr: "Kanala göre")
        case .daysShown:
            PageTexts(
                en: "one:today, by the calendar of UTC|other:the last {n} days, by the calendar of UTC",
                ar: "zero:بلا أيام|one:اليوم بتقويم UTC|two:آخر يومين بتقويم UTC|few:آخر {n} أيام بتقويم UTC|many:آخر {n} يومًا بتقويم UTC|other:آخر {n} يوم بتقويم UTC",
                de: "one:heute, nach dem Kalender von UTC|other:die letzten {n} Tage, nach dem Kalender von UTC",
                fr: "one:aujourd’hui, calendrier UTC|many:les {n} derniers jours, calendrier UTC|other:les {n} derniers jours, calendrier UTC",
                es: "one:hoy, según el calendario UTC|many:los últimos {n} de días, según el calendario UTC|other:los últimos {n} días, según el calendario UTC",
                tr: "one:bugün, UTC takvimine göre|other:son {n} gün, UTC takvimine göre")
        case .channel: PageTexts(en: "Channel", ar: "القناة", de: "Weg", fr: "Canal", es: "Canal", tr: "Kanal")
        case .sent: PageTexts(en: "Sent", ar: "أُرسل", de: "Gesendet", fr: "Envoyés", es: "Enviados", tr: "Gönderildi")
        case .heldCount: PageTexts(en: "Held", ar: "احتُجز", de: "Zurückgehalten", fr: "Retenus", es: "Retenidos", tr: "Bekletildi")
        case .skippedCount: PageTexts(en: "Skipped", ar: "تُرك", de: "Ausgelassen", fr: "Omis", es: "Omitidos", tr: "Atlandı")
        case .mergedCount: PageTexts(en: "Merged", ar: "دُمج", de: "Zusammengefasst", fr: "Regroupés", es: "Agrupados", tr: "Birleştirildi")
        case .retriedCount: PageTexts(en: "Retried", ar: "أُعيدت محاولته", de: "Wiederholt", fr: "Réessayés", es: "Reintentados", tr: "Yeniden denendi")
        case .failedCount: PageTexts(en: "Given up", ar: "توقف", de: "Aufgegeben", fr: "Abandonnés", es: "Abandonados", tr: "Vazgeçildi")
        case .errorRate: PageTexts(en: "Error rate", ar: "نسبة الخطأ", de: "Fehlerquote", fr: "Taux d’erreur", es: "Tasa de error", tr: "Hata oranı")
        case .total: PageTexts(en: "All", ar: "الكل", de: "Alle", fr: "Tous", es: "Todos", tr: "Hepsi")
        case .noFigures:
            PageTexts(
                en: "Nothing was queued on these days.", ar: "لم يُدرج شيء في هذه الأيام.", de: "An diesen Tagen wurde nichts eingereiht.", fr: "Rien n’a été mis en file ces jours-là.",
                es: "No se puso nada en cola esos días.", tr: "Bu günlerde kuyruğa bir şey girmedi.")
        case .lateness: PageTexts(en: "Lateness", ar: "التأخر", de: "Verspätung", fr: "Retard", es: "Retraso", tr: "Gecikme")
        case .latenessText:
            PageTexts(
                en: "Of the latest {count} sent, half left within {median} of their moment, 95% within {high}, all within {max}.",
                ar: "من آخر {count} أُرسلت، غادر نصفها خلال {median} من موعدها، و95\u{200E}%\u{200E} خلال {high}، وكلها خلال {max}.",
                de: "Von den letzten {count} gesendeten ging die Hälfte binnen {median} nach ihrem Zeitpunkt hinaus, 95\u{A0}% binnen {high}, alle binnen {max}.",
                fr: "Des {count} derniers envoyés, la moitié est partie dans les {median} suivant leur moment, 95\u{202F}% en {high}, tous en {max}.",
                es: "De los últimos {count} enviados, la mitad salió en {median} desde su momento, el 95\u{A0}% en {high} y todos en {max}.",
                tr: "Gönderilen son {count} bildirimin yarısı zamanından sonra {median} içinde, %95’i {high} içinde, hepsi {max} içinde çıktı.")
        case .noLateness:
            PageTexts(
                en: "Nothing was sent of late.", ar: "لم يُرسل شيء مؤخرًا.", de: "In letzter Zeit wurde nichts gesendet.", fr: "Rien n’a été envoyé récemment.",
                es: "No se ha enviado nada últimamente.", tr: "Son zamanlarda bir şey gönderilmedi.")
        case .backlog: PageTexts(en: "Queue", ar: "قائمة الانتظار", de: "Warteschlange", fr: "File d’attente", es: "Cola", tr: "Kuyruk")
        case .pausedApps:
            PageTexts(
                en: "An operator has paused: {apps}.", ar: "أوقف القائم على الخدمة مؤقتًا: {apps}.", de: "Angehalten: {apps}.", fr: "En pause : {apps}.",
                es: "En pausa: {apps}.", tr: "Duraklatılan: {apps}.")
        case .everything: PageTexts(en: "everything", ar: "كل شيء", de: "alles", fr: "tout", es: "todo", tr: "her şey")
        case .quietHours: PageTexts(en: "What quiet hours did", ar: "أثر ساعات الهدوء", de: "Was die Ruhezeiten bewirkten", fr: "L’effet des heures calmes", es: "El efecto de las horas de silencio", tr: "Sessiz saatlerin etkisi")
        case .quietLevel: PageTexts(en: "Level", ar: "المستوى", de: "Stufe", fr: "Niveau", es: "Nivel", tr: "Düzey")
        case .engagement: PageTexts(en: "What people did", ar: "ما فعله الناس", de: "Was die Leute taten", fr: "Ce que les gens ont fait", es: "Qué hizo la gente", tr: "İnsanlar ne yaptı")
        case .delivered: PageTexts(en: "delivered to the inbox", ar: "وصل إلى صندوق الوارد", de: "in den Posteingang gelegt", fr: "arrivés en boîte", es: "entregados en la bandeja", tr: "gelen kutusuna ulaştı")
        case .opened: PageTexts(en: "opened", ar: "فُتح", de: "geöffnet", fr: "ouverts", es: "abiertos", tr: "açıldı")
        case .acted: PageTexts(en: "acted on", ar: "اتُّخذ بشأنه إجراء", de: "daraufhin gehandelt", fr: "suivis d’une action", es: "con acción", tr: "üzerine işlem yapıldı")
        case .ignored: PageTexts(en: "ignored", ar: "تُجوهل", de: "nicht beachtet", fr: "ignorés", es: "ignorados", tr: "yok sayıldı")
        case .ignoredLater:
            PageTexts(
                en: "ignored: known once people have had a day", ar: "تُجوهل: يُعرف بعد يوم", de: "nicht beachtet: bekannt, wenn die Leute einen Tag Zeit hatten",
                fr: "ignorés : connu après un jour", es: "ignorados: se sabrá pasado un día", tr: "yok sayıldı: bir gün sonra bilinir")
        case .list: PageTexts(en: "Deliveries", ar: "عمليات الإرسال", de: "Zustellungen", fr: "Envois", es: "Envíos", tr: "Gönderimler")
        case .search: PageTexts(en: "Person or delivery", ar: "شخص أو عملية إرسال", de: "Person oder Zustellung", fr: "Personne ou envoi", es: "Persona o envío", tr: "Kişi ya da gönderim")
        case .searchHint:
            PageTexts(
                en: "An identifier, whole.", ar: "معرّف كامل.", de: "Eine Kennung, ganz.", fr: "Un identifiant, en entier.", es: "Un identificador, completo.", tr: "Tam bir tanımlayıcı.")
        case .role: PageTexts(en: "The person is", ar: "الشخص هو", de: "Die Person ist", fr: "La personne est", es: "La persona es", tr: "Kişi")
        case .told: PageTexts(en: "who is told", ar: "من أُخبر", de: "wem es gesagt wird", fr: "qui est prévenu", es: "a quien se avisa", tr: "haber verilen")
        case .about: PageTexts(en: "whom it is about", ar: "من يدور حوله الأمر", de: "um wen es geht", fr: "de qui il s’agit", es: "de quien se trata", tr: "hakkında olan")
        case .status: PageTexts(en: "State", ar: "الحالة", de: "Stand", fr: "État", es: "Estado", tr: "Durum")
        case .anyStatus: PageTexts(en: "Any state", ar: "أي حالة", de: "Jeder Stand", fr: "Tous les états", es: "Cualquier estado", tr: "Her durum")
        case .anyChannel: PageTexts(en: "Any channel", ar: "أي قناة", de: "Jeder Weg", fr: "Tous les canaux", es: "Cualquier canal", tr: "Her kanal")
        case .kind: PageTexts(en: "Kind", ar: "النوع", de: "Art", fr: "Type", es: "Tipo", tr: "Tür")
        case .anyKind: PageTexts(en: "Any kind", ar: "أي نوع", de: "Jede Art", fr: "Tous les types", es: "Cualquier tipo", tr: "Her tür")
        case .apply: PageTexts(en: "Show", ar: "عرض", de: "Zeigen", fr: "Afficher", es: "Mostrar", tr: "Göster")
        case .older: PageTexts(en: "Older ones", ar: "الأقدم", de: "Ältere", fr: "Plus anciens", es: "Más antiguos", tr: "Daha eskiler")
        case .newest: PageTexts(en: "Newest ones", ar: "الأحدث", de: "Neueste", fr: "Plus récents", es: "Más recientes", tr: "En yeniler")
        case .noneFound:
            PageTexts(
                en: "No delivery is like that.", ar: "لا توجد عملية إرسال كهذه.", de: "So eine Zustellung gibt es nicht.", fr: "Aucun envoi ne correspond.",
                es: "No hay ningún envío así.", tr: "Böyle bir gönderim yok.")
        case .noneSoFar:
            PageTexts(
                en: "No delivery is like that among the latest {n}.", ar: "لا توجد عملية إرسال كهذه بين آخر {n}.",
                de: "Unter den letzten {n} ist keine solche Zustellung.", fr: "Aucun envoi ne correspond parmi les {n} derniers.",
                es: "No hay ningún envío así entre los últimos {n}.", tr: "Son {n} gönderim arasında böylesi yok.")
        case .csvFigures: PageTexts(en: "Figures as CSV", ar: "الأرقام CSV", de: "Zahlen als CSV", fr: "Chiffres en CSV", es: "Cifras en CSV", tr: "Sayılar (CSV)")
        case .csvList: PageTexts(en: "List as CSV", ar: "القائمة CSV", de: "Liste als CSV", fr: "Liste en CSV", es: "Lista en CSV", tr: "Liste (CSV)")
        case .deadLetters: PageTexts(en: "Given up", ar: "ما توقفت محاولته", de: "Aufgegebene", fr: "Abandonnés", es: "Abandonados", tr: "Vazgeçilenler")
        case .redrive: PageTexts(en: "Try again", ar: "إعادة المحاولة", de: "Noch einmal versuchen", fr: "Réessayer", es: "Intentar de nuevo", tr: "Yeniden dene")
        case .redriveAll:
            PageTexts(
                en: "Try all of them again", ar: "إعادة محاولة الكل", de: "Alle noch einmal versuchen", fr: "Tout réessayer", es: "Intentar todos de nuevo", tr: "Hepsini yeniden dene")
        case .doneRedrive: PageTexts(en: "It waits again.", ar: "عاد إلى الانتظار.", de: "Es wartet wieder.", fr: "De nouveau en attente.", es: "Espera de nuevo.", tr: "Yeniden bekliyor.")
        case .redrives:
            PageTexts(
                en: "one:tried again once|other:tried again {n} times",
                ar: "zero:لم تُعَد محاولته|one:أُعيدت محاولته مرة|two:أُعيدت محاولته مرتين|few:أُعيدت محاولته {n} مرات|many:أُعيدت محاولته {n} مرة|other:أُعيدت محاولته {n} مرة",
                de: "one:einmal neu versucht|other:{n}-mal neu versucht", fr: "one:relancé {n} fois|many:relancé {n} de fois|other:relancé {n} fois",
                es: "one:reintentado 1 vez|many:reintentado {n} de veces|other:reintentado {n} veces", tr: "one:1 kez yeniden denendi|other:{n} kez yeniden denendi")
        case .now: PageTexts(en: "Send now", ar: "إرسال الآن", de: "Jetzt senden", fr: "Envoyer maintenant", es: "Enviar ahora", tr: "Şimdi gönder")
        case .callOff:
            PageTexts(en: "Call off", ar: "إلغاء الإرسال", de: "Absagen", fr: "Annuler l’envoi", es: "Cancelar el envío", tr: "Gönderimi iptal et")
        case .callOffAll:
            PageTexts(
                en: "Call all of these off", ar: "إلغاء هذه كلها", de: "Alle diese absagen", fr: "Annuler tous ces envois", es: "Cancelar todos estos envíos", tr: "Bunların hepsini iptal et")
        case .callOffQuestion:
            PageTexts(
                en: "one:Call off the one that waits?|other:Call off the {n} that wait?",
                ar: "zero:لا شيء لإلغائه|one:هل تُلغى العملية الوحيدة المنتظرة؟|two:هل تُلغى العمليتان المنتظرتان؟|few:هل تُلغى {n} عمليات منتظرة؟|many:هل تُلغى {n} عملية منتظرة؟|other:هل تُلغى {n} عملية منتظرة؟",
                de: "one:Die eine wartende absagen?|other:Die {n} wartenden absagen?",
                fr: "one:Annuler l’envoi en attente ?|many:Annuler les {n} d’envois en attente ?|other:Annuler les {n} envois en attente ?",
                es: "one:¿Cancelar el envío en espera?|many:¿Cancelar los {n} de envíos en espera?|other:¿Cancelar los {n} envíos en espera?",
                tr: "one:Bekleyen {n} gönderim iptal edilsin mi?|other:Bekleyen {n} gönderim iptal edilsin mi?")
        case .callOffMost:
            PageTexts(
                en: "Call off the {n} that have waited longest? No more go at once; do it again for the rest.",
                ar: "هل تُلغى أقدم {n} عملية منتظرة؟ لا يُلغى أكثر من ذلك دفعة واحدة؛ وللباقي تُعاد الخطوة.",
                de: "Die {n} absagen, die am längsten warten? Mehr gehen nicht auf einmal; für die übrigen noch einmal.",
                fr: "Annuler les {n} qui attendent depuis le plus longtemps ? Pas davantage à la fois ; recommencez pour les autres.",
                es: "¿Cancelar los {n} que más llevan esperando? No se cancelan más a la vez; repítelo para los demás.",
                tr: "En uzun süredir bekleyen {n} gönderim iptal edilsin mi? Bir defada daha fazlası olmaz; kalanlar için yineleyin.")
        case .takeBack: PageTexts(en: "Take back", ar: "سحب", de: "Zurücknehmen", fr: "Retirer", es: "Retirar", tr: "Geri al")
        case .takeBackEffect:
            PageTexts(
                en: "In the inbox only its title stays, as withdrawn; from chats it disappears where they allow it. Elsewhere it stays. There is no way back.",
                ar: "في صندوق الوارد يبقى عنوانه وحده على أنه سُحب، ويختفي من المحادثات حيث تسمح بذلك، وفي غيرها يبقى. ولا رجعة في ذلك.",
                de: "Im Posteingang bleibt nur ihr Titel, als zurückgenommen; aus Chats verschwindet sie, wo diese es zulassen. Anderswo bleibt sie. "
                    + "Rückgängig machen lässt es sich nicht.",
                fr: "Dans la boîte de réception, seul son titre reste, comme retiré ; il disparaît des messageries qui le permettent. Ailleurs il reste. "
                    + "C’est sans retour.",
                es: "En la bandeja solo queda su título, como retirado; desaparece de los chats que lo permiten. En otros canales queda. No se puede deshacer.",
                tr: "Gelen kutusunda geri alındı diye yalnızca başlığı kalır; izin veren sohbetlerden silinir. Başka yerlerde kalır. Geri dönüşü yoktur.")
        case .callOffEffect:
            PageTexts(
                en: "What is called off is told nobody, and can’t be brought back. What is on its way already goes to its end.",
                ar: "ما يُلغى لا يُخبَر به أحد ولا يمكن استرجاعه. وما هو في الطريق يمضي إلى نهايته.",
                de: "Abgesagtes erfährt niemand, und es lässt sich nicht zurückholen. Was schon unterwegs ist, geht zu Ende.",
                fr: "Ce qui est annulé n’est dit à personne et ne peut être repris. Ce qui est déjà en route va à son terme.",
                es: "Lo cancelado no se dice a nadie y no se puede recuperar. Lo que ya está en camino sigue hasta el final.",
                tr: "İptal edilen kimseye söylenmez ve geri alınamaz. Yola çıkmış olan sonuna kadar gider.")
        case .notAtOnce:
            PageTexts(
                en: "All at once can be chosen only by who is told and by channel: leave out the kind, and whom it is about.",
                ar: "لا يجري ذلك للكل دفعة واحدة إلا بحسب من أُخبر وبحسب القناة: اترك النوع ومن يدور حوله الأمر.",
                de: "Alle auf einmal lassen sich nur danach wählen, wem es gesagt wird, und nach dem Weg: Lass die Art weg und um wen es geht.",
                fr: "Tout à la fois ne se choisit que par la personne prévenue et par canal : laissez de côté le type et de qui il s’agit.",
                es: "Todo a la vez solo se elige por la persona a la que se avisa y por canal: deja fuera el tipo y de quién se trata.",
                tr: "Hepsi birden yalnızca haber verilen kişiye ve kanala göre seçilir: Türü ve kimin hakkında olduğunu boş bırakın.")
        case .pauseTitle: PageTexts(en: "Pause", ar: "إيقاف مؤقت", de: "Anhalten", fr: "Mettre en pause", es: "Poner en pausa", tr: "Duraklat")
        case .pauseEffect:
            PageTexts(
                en: "What is ordered meanwhile is taken in and waits. What is on its way goes to its end. What expires while it waits isn’t told any more.",
                ar: "ما يُطلب في هذه الأثناء يُقبل وينتظر. وما هو في الطريق يمضي إلى نهايته. وما تنتهي صلاحيته وهو ينتظر لا يُقال بعدها.",
                de: "Was währenddessen bestellt wird, wird angenommen und wartet. Was unterwegs ist, geht zu Ende. Was beim Warten verfällt, wird nicht mehr gesagt.",
                fr: "Ce qui est demandé entre-temps est accepté et attend. Ce qui est en route va à son terme. Ce qui expire en attendant n’est plus annoncé.",
                es: "Lo que se pida mientras tanto se acepta y espera. Lo que está en camino sigue hasta el final. Lo que caduca esperando ya no se dice.",
                tr: "Bu sırada istenenler kabul edilir ve bekler. Yola çıkmış olan sonuna kadar gider. Beklerken süresi dolan artık söylenmez.")
        case .pauseApp: PageTexts(en: "App", ar: "التطبيق", de: "App", fr: "Application", es: "Aplicación", tr: "Uygulama")
        case .pauseAppHint:
            PageTexts(
                en: "The name of its key, whole.", ar: "اسم مفتاحه كاملًا.", de: "Der Name ihres Schlüssels, ganz.", fr: "Le nom de sa clé, en entier.", es: "El nombre de su clave, completo.",
                tr: "Anahtarının tam adı.")
        case .pauseFor: PageTexts(en: "For how long", ar: "المدة", de: "Wie lange", fr: "Durée", es: "Duración", tr: "Süre")
        case .untilResumed:
            PageTexts(
                en: "until it is resumed", ar: "حتى يُستأنف", de: "bis es fortgesetzt wird", fr: "jusqu’à la reprise", es: "hasta que se reanude", tr: "sürdürülene kadar")
        case .exceptCritical:
            PageTexts(
                en: "critical ones are told all the same", ar: "يُقال الحرج منها رغم ذلك", de: "kritische werden trotzdem gesagt", fr: "les critiques sont annoncés quand même",
                es: "los críticos se dicen igualmente", tr: "kritik olanlar yine de söylenir")
        case .pauseWhy: PageTexts(en: "Why", ar: "السبب", de: "Warum", fr: "Pourquoi", es: "Por qué", tr: "Neden")
        case .pauseOne:
            PageTexts(
                en: "Pause this app", ar: "إيقاف هذا التطبيق مؤقتًا", de: "Diese App anhalten", fr: "Mettre cette application en pause", es: "Pausar esta aplicación",
                tr: "Bu uygulamayı duraklat")
        case .pauseAll:
            PageTexts(en: "Pause everything", ar: "إيقاف كل شيء مؤقتًا", de: "Alles anhalten", fr: "Tout mettre en pause", es: "Pausar todo", tr: "Her şeyi duraklat")
        case .pausedSince: PageTexts(en: "since {at}", ar: "منذ {at}", de: "seit {at}", fr: "depuis le {at}", es: "desde el {at}", tr: "başlangıç: {at}")
        case .pausedUntil: PageTexts(en: "until {at}", ar: "حتى {at}", de: "bis {at}", fr: "jusqu’au {at}", es: "hasta el {at}", tr: "bitiş: {at}")
        case .pausedBy: PageTexts(en: "by {name}", ar: "بواسطة {name}", de: "von {name}", fr: "par {name}", es: "por {name}", tr: "duraklatan: {name}")
        case .resume: PageTexts(en: "Resume", ar: "استئناف", de: "Fortsetzen", fr: "Reprendre", es: "Reanudar", tr: "Sürdür")
        case .story: PageTexts(en: "Its story", ar: "قصته", de: "Ihre Geschichte", fr: "Son histoire", es: "Su historia", tr: "Öyküsü")
        case .changes: PageTexts(en: "What would have changed it", ar: "ما كان سيغيّره", de: "Was es geändert hätte", fr: "Ce qui l’aurait changé", es: "Qué lo habría cambiado", tr: "Neyin değiştireceği")
        case .queued: PageTexts(en: "Queued", ar: "أُدرج", de: "Eingereiht", fr: "Mis en file", es: "Puesto en cola", tr: "Kuyruğa girdi")
        case .decided: PageTexts(en: "Decided", ar: "قُرر", de: "Entschieden", fr: "Décidé", es: "Decidido", tr: "Karar verildi")
        case .heldSince: PageTexts(en: "Held", ar: "احتُجز", de: "Zurückgehalten", fr: "Retenu", es: "Retenido", tr: "Bekletildi")
        case .paused: PageTexts(en: "Paused", ar: "أُوقف مؤقتًا", de: "Angehalten", fr: "Mis en pause", es: "Puesto en pausa", tr: "Duraklatıldı")
        case .nextAttempt: PageTexts(en: "Next attempt", ar: "المحاولة التالية", de: "Nächster Versuch", fr: "Prochain essai", es: "Próximo intento", tr: "Sonraki deneme")
        case .sentAt: PageTexts(en: "Sent", ar: "أُرسل", de: "Gesendet", fr: "Envoyé", es: "Enviado", tr: "Gönderildi")
        case .withdrawn: PageTexts(en: "Withdrawn", ar: "سُحب", de: "Zurückgenommen", fr: "Retiré", es: "Retirado", tr: "Geri alındı")
        case .retractedBy:
            PageTexts(
                en: "Taken back by {name}", ar: "سحبه {name}", de: "Zurückgenommen von {name}", fr: "Retiré par {name}", es: "Retirado por {name}",
                tr: "Geri alan: {name}")
        case .changedBy:
            PageTexts(
                en: "Changed by {name}", ar: "غيّره {name}", de: "Geändert von {name}", fr: "Modifié par {name}", es: "Modificado por {name}",
                tr: "Değiştiren: {name}")
        case .mergedInto: PageTexts(en: "Told with {id}", ar: "قيل مع {id}", de: "Gesagt mit {id}", fr: "Annoncé avec {id}", es: "Avisado con {id}", tr: "{id} ile söylendi")
        case .givenUpWith: PageTexts(en: "Last error", ar: "آخر خطأ", de: "Letzter Fehler", fr: "Dernière erreur", es: "Último error", tr: "Son hata")
        case .removed:
            PageTexts(
                en: "Disappeared there", ar: "اختفى هناك", de: "Dort verschwunden", fr: "N’y figure plus", es: "Ya no está allí",
                tr: "Orada artık yok")
        case .stays:
            PageTexts(
                en: "Stays there instead of disappearing", ar: "يبقى هناك بدلًا من أن يختفي", de: "Bleibt dort, statt zu verschwinden",
                fr: "Y reste au lieu de disparaître", es: "Sigue allí en vez de desaparecer", tr: "Kaybolmak yerine orada duruyor")
        case .transmissions: PageTexts(en: "At the providers", ar: "لدى المزوّدين", de: "Bei den Anbietern", fr: "Chez les fournisseurs", es: "En los proveedores", tr: "Sağlayıcılarda")
        case .providerPending:
            PageTexts(
                en: "to be tried again", ar: "ستُعاد المحاولة", de: "wird noch einmal versucht", fr: "à réessayer", es: "se volverá a intentar",
                tr: "yeniden denenecek")
        case .providerAmbiguous:
            PageTexts(
                en: "handed over, its answer lost", ar: "سُلّم وضاع الرد", de: "übergeben, die Antwort ging verloren", fr: "remis, réponse perdue",
                es: "entregado al proveedor, respuesta perdida", tr: "verildi, yanıtı kayboldu")
        case .providerAccepted: PageTexts(en: "accepted", ar: "قُبل", de: "angenommen", fr: "accepté", es: "aceptado", tr: "kabul edildi")
        case .providerSent: PageTexts(en: "handed on", ar: "أُحيل", de: "weitergegeben", fr: "transmis", es: "transmitido", tr: "iletildi")
        case .providerDelivered: PageTexts(en: "arrived", ar: "وصل", de: "angekommen", fr: "arrivé", es: "llegó", tr: "ulaştı")
        case .providerRead: PageTexts(en: "opened", ar: "فُتح", de: "geöffnet", fr: "ouvert", es: "abierto", tr: "açıldı")
        case .providerFailed: PageTexts(en: "failed", ar: "فشل", de: "gescheitert", fr: "échoué", es: "fallido", tr: "başarısız oldu")
        case .backToList: PageTexts(en: "All deliveries", ar: "كل عمليات الإرسال", de: "Alle Zustellungen", fr: "Tous les envois", es: "Todos los envíos", tr: "Bütün gönderimler")
        case .openStory: PageTexts(en: "Whole story", ar: "القصة كاملة", de: "Ganze Geschichte", fr: "Toute l’histoire", es: "Historia completa", tr: "Tüm öykü")
        case .findings: PageTexts(en: "What the doctor says", ar: "ما يقوله الفحص", de: "Was die Prüfung sagt", fr: "Ce que dit le diagnostic", es: "Qué dice la revisión", tr: "Denetimin söyledikleri")
        }
    }
}
