/// How the sentence about a delivery's decision begins, and what it is put together from.
enum DecisionWord: PageWord {
    case sent, waiting, sending, retrying, failed, held, heldUntilQuietHoursEnd, notSent, merged
    case wouldBeSent, wouldBeGivenUp, wouldBeHeld, wouldNotBeSent
    case noAttempt, failedAttempts, manyFailedAttempts, momentOnDay
    case clock, someClock, window, someWindow
    case inDoubt, refusedTimezone, refusedSetting
    case undecided, undecidedUntil, undecidedFor, paused, onDuty, givenUpUndecided, calledOff, unrecorded

    var texts: PageTexts {
        switch self {
        case .onDuty:
            PageTexts(
                en: "It is for whoever is on duty by the rota “{rota}”.", ar: "هذا لمن تكون المناوبة عليه حسب الجدول «{rota}».",
                de: "Es geht an die Person, die laut Dienstplan „{rota}“ Dienst hat.",
                fr: "C’est pour la personne de garde selon le planning « {rota} ».",
                es: "Es para quien está de guardia según el turno «{rota}».", tr: "“{rota}” nöbet listesine göre nöbetçi olan kişi içindir.")
        case .sent:
            PageTexts(
                en: "Sent, because {cause}", ar: "أُرسل: {cause}", de: "Gesendet: {cause}", fr: "Envoyé : {cause}", es: "Enviado: {cause}",
                tr: "Gönderildi: {cause}")
        case .waiting:
            PageTexts(
                en: "Waiting to be sent, because {cause}", ar: "ينتظر الإرسال: {cause}", de: "Wartet auf den Versand: {cause}",
                fr: "En attente d’envoi : {cause}", es: "A la espera de enviarse: {cause}", tr: "Gönderilmeyi bekliyor: {cause}")
        case .sending:
            PageTexts(
                en: "Being sent, because {cause}", ar: "قيد الإرسال: {cause}", de: "Wird gesendet: {cause}", fr: "En cours d’envoi : {cause}",
                es: "Enviándose: {cause}", tr: "Gönderiliyor: {cause}")
        case .retrying:
            PageTexts(
                en: "To be tried again {attempts}{error}; it is meant to be sent, because {cause}",
                ar: "ستُعاد المحاولة {attempts}{error}؛ ويُراد إرساله: {cause}", de: "Neuer Versuch {attempts}{error}; es soll gesendet werden: {cause}",
                fr: "Nouvel essai {attempts}{error} ; l’envoi est voulu : {cause}", es: "Se intentará de nuevo {attempts}{error}; debe enviarse: {cause}",
                tr: "{attempts} yeniden denenecek{error}; gönderilmesi gerekiyor: {cause}")
        case .failed:
            PageTexts(
                en: "Given up {attempts}{error}; it was meant to be sent, because {cause}", ar: "توقفت المحاولة {attempts}{error}؛ وكان يُراد إرساله: {cause}",
                de: "Aufgegeben {attempts}{error}; es sollte gesendet werden: {cause}", fr: "Abandonné {attempts}{error} ; l’envoi était voulu : {cause}",
                es: "Abandonado {attempts}{error}; debía enviarse: {cause}", tr: "{attempts} vazgeçildi{error}; gönderilmesi gerekiyordu: {cause}")
        case .held:
            PageTexts(
                en: "Held until {moment}, because {cause}", ar: "محتجز حتى {moment}: {cause}", de: "Zurückgehalten bis {moment}: {cause}",
                fr: "Retenu jusqu’à {moment} : {cause}", es: "Retenido hasta las {moment}: {cause}", tr: "Bekletiliyor ({moment} zamanına dek): {cause}")
        case .heldUntilQuietHoursEnd:
            PageTexts(
                en: "Held until quiet hours end, because {cause}", ar: "محتجز حتى تنتهي ساعات الهدوء: {cause}",
                de: "Zurückgehalten, bis die Ruhezeit endet: {cause}", fr: "Retenu jusqu’à la fin des heures calmes : {cause}",
                es: "Retenido hasta que acaben las horas de silencio: {cause}", tr: "Sessiz saatler bitene dek bekletiliyor: {cause}")
        case .notSent:
            PageTexts(
                en: "Not sent, because {cause}", ar: "لم يُرسل: {cause}", de: "Nicht gesendet: {cause}", fr: "Non envoyé : {cause}",
                es: "No enviado: {cause}", tr: "Gönderilmedi: {cause}")
        case .merged:
            PageTexts(
                en: "Not sent on its own, because {cause}", ar: "لم يُرسل منفردًا: {cause}", de: "Nicht für sich gesendet: {cause}",
                fr: "Non envoyé seul : {cause}", es: "No enviado por separado: {cause}", tr: "Tek başına gönderilmedi: {cause}")
        case .wouldBeSent:
            PageTexts(
                en: "Would be sent, because {cause}", ar: "سيُرسل: {cause}", de: "Würde gesendet: {cause}", fr: "Serait envoyé : {cause}",
                es: "Se enviaría: {cause}", tr: "Gönderilirdi: {cause}")
        case .wouldBeGivenUp:
            PageTexts(
                en: "Would be given up{error}; else it would be sent, because {cause}", ar: "ستتوقف المحاولة{error}؛ ولولا ذلك لأُرسل: {cause}",
                de: "Würde aufgegeben{error}; sonst würde es gesendet: {cause}", fr: "Serait abandonné{error} ; sinon il serait envoyé : {cause}",
                es: "Se abandonaría{error}; si no, se enviaría: {cause}", tr: "Vazgeçilirdi{error}; yoksa gönderilirdi: {cause}")
        case .wouldBeHeld:
            PageTexts(
                en: "Would be held until {moment}, because {cause}", ar: "سيُحتجز حتى {moment}: {cause}", de: "Würde zurückgehalten bis {moment}: {cause}",
                fr: "Serait retenu jusqu’à {moment} : {cause}", es: "Se retendría hasta las {moment}: {cause}",
                tr: "Bekletilirdi ({moment} zamanına dek): {cause}")
        case .wouldNotBeSent:
            PageTexts(
                en: "Would not be sent, because {cause}", ar: "لن يُرسل: {cause}", de: "Würde nicht gesendet: {cause}",
                fr: "Ne serait pas envoyé : {cause}", es: "No se enviaría: {cause}", tr: "Gönderilmezdi: {cause}")
        case .noAttempt:
            PageTexts(
                en: "without a recorded attempt", ar: "دون محاولة مسجلة", de: "ohne verzeichneten Versuch", fr: "sans essai enregistré",
                es: "sin ningún intento registrado", tr: "Kayıtlı deneme olmadan")
        case .failedAttempts:
            PageTexts(
                en: "one:after 1 failed attempt|other:after {n} failed attempts",
                ar: "zero:دون محاولة مسجلة|one:بعد محاولة فاشلة واحدة|two:بعد محاولتين فاشلتين|few:بعد {n} محاولات فاشلة|many:بعد {n} محاولة فاشلة|other:بعد {n} محاولة فاشلة",
                de: "one:nach 1 gescheiterten Versuch|other:nach {n} gescheiterten Versuchen",
                fr: "one:après {n} essai manqué|many:après {n} d’essais manqués|other:après {n} essais manqués",
                es: "one:tras 1 intento fallido|many:tras {n} de intentos fallidos|other:tras {n} intentos fallidos",
                tr: "one:1 başarısız denemeden sonra|other:{n} başarısız denemeden sonra")
        case .manyFailedAttempts:
            PageTexts(
                en: "after {n} or more failed attempts", ar: "بعد {n} محاولات فاشلة أو أكثر", de: "nach {n} oder mehr gescheiterten Versuchen",
                fr: "après {n} essais manqués ou plus", es: "tras {n} o más intentos fallidos", tr: "{n} veya daha fazla başarısız denemeden sonra")
        case .momentOnDay:
            PageTexts(
                en: "{time} on {day}", ar: "{time} في {day}", de: "{time} am {day}", fr: "{time} le {day}", es: "{time} del {day}", tr: "{day}, {time}")
        case .clock:
            PageTexts(
                en: "it was {time} for the recipient", ar: "كانت الساعة {time} لدى المستلم", de: "beim Empfänger war es {time} Uhr",
                fr: "il était {time} chez le destinataire", es: "el reloj del destinatario marcaba las {time}", tr: "alıcının saati {time} idi")
        case .someClock:
            PageTexts(
                en: "it was a quiet hour", ar: "كانت ساعة هدوء", de: "es war eine ruhige Stunde", fr: "c’était une heure calme",
                es: "era una hora de silencio", tr: "sessiz bir saatti")
        case .window:
            PageTexts(
                en: "inside their quiet hours of {start}–{end}", ar: "ضمن ساعات هدوئه {start}–{end}", de: "innerhalb der Ruhezeit {start}–{end}",
                fr: "pendant ses heures calmes ({start}–{end})", es: "dentro de sus horas de silencio ({start}–{end})",
                tr: "sessiz saatlerin içinde ({start}–{end})")
        case .someWindow:
            PageTexts(
                en: "inside their quiet hours", ar: "ضمن ساعات هدوئه", de: "innerhalb der Ruhezeit", fr: "pendant ses heures calmes",
                es: "dentro de sus horas de silencio", tr: "sessiz saatlerin içinde")
        case .inDoubt:
            PageTexts(
                en: " But sending it had been begun before and was broken off, so it may have arrived.",
                ar: " لكن إرساله كان قد بدأ من قبل ثم انقطع، فربما وصل.",
                de: " Der Versand hatte aber schon einmal begonnen und brach ab, es kann also angekommen sein.",
                fr: " Mais un envoi avait déjà commencé puis s’est interrompu : il est peut-être arrivé.",
                es: " Pero ya se había empezado a enviar y se interrumpió, así que puede haber llegado.",
                tr: " Ancak gönderimi daha önce başlamış ve yarıda kalmıştı; ulaşmış olabilir.")
        case .refusedTimezone:
            PageTexts(
                en: " Their time zone is not one that the system knows, so it was decided as UTC.",
                ar: " منطقته الزمنية غير معروفة للنظام، لذلك اتُّخذ القرار بتوقيت UTC.",
                de: " Die eingestellte Zeitzone kennt das System nicht, deshalb wurde nach UTC entschieden.",
                fr: " Le système ne connaît pas son fuseau horaire : la décision a été prise en UTC.",
                es: " El sistema no conoce su zona horaria, así que se decidió en UTC.",
                tr: " Sistem bu saat dilimini tanımıyor; karar UTC’ye göre verildi.")
        case .refusedSetting:
            PageTexts(
                en: " Their setting “{setting}” could not be understood, so its default was taken.",
                ar: " تعذّر فهم الإعداد «{setting}»، لذلك استُخدمت قيمته الافتراضية.",
                de: " Die Einstellung „{setting}“ war nicht zu verstehen, deshalb galt ihre Vorgabe.",
                fr: " Le réglage « {setting} » n’a pas pu être compris : sa valeur par défaut a été prise.",
                es: " No se pudo entender el ajuste «{setting}», así que se tomó su valor predeterminado.",
                tr: " “{setting}” ayarı anlaşılamadı; varsayılanı kullanıldı.")
        case .undecided:
            PageTexts(
                en: "Not decided yet: it waits for a worker.", ar: "لم يُتخذ قرار بعد: ينتظر مُعالِجًا.", de: "Noch nicht entschieden: Es wartet auf einen Worker.",
                fr: "Pas encore décidé : en attente d’un worker.", es: "Aún sin decidir: espera a un worker.", tr: "Henüz karar verilmedi: işlenmeyi bekliyor.")
        case .undecidedUntil:
            PageTexts(
                en: "Not decided yet: it is not due before {moment}.", ar: "لم يُتخذ قرار بعد: لا يحين موعده قبل {moment}.",
                de: "Noch nicht entschieden: Es ist erst um {moment} fällig.", fr: "Pas encore décidé : il n’est pas prévu avant {moment}.",
                es: "Aún sin decidir: no está previsto antes de las {moment}.", tr: "Henüz karar verilmedi: zamanı gelmedi ({moment}).")
        case .undecidedFor:
            PageTexts(
                en: "Not decided yet: {cause}.", ar: "لم يُتخذ قرار بعد: {cause}.", de: "Noch nicht entschieden: {cause}.",
                fr: "Pas encore décidé : {cause}.", es: "Aún sin decidir: {cause}.", tr: "Henüz karar verilmedi: {cause}.")
        case .paused:
            PageTexts(
                en: "It waits, because whoever runs this Belfry has paused it.", ar: "ينتظر لأن القائم على الخدمة أوقفه مؤقتًا.",
                de: "Es wartet, weil der Betreiber dieses Belfry es angehalten hat.", fr: "Il attend : l’exploitant de ce Belfry l’a mis en pause.",
                es: "Está a la espera: quien administra este Belfry lo ha puesto en pausa.", tr: "Bekliyor: bu Belfry’yi işleten onu duraklattı.")
        case .givenUpUndecided:
            PageTexts(
                en: "Given up before it was decided{error}.", ar: "توقفت المحاولة قبل اتخاذ القرار{error}.", de: "Aufgegeben, bevor entschieden war{error}.",
                fr: "Abandonné avant d’être décidé{error}.", es: "Abandonado antes de decidirse{error}.", tr: "Karar verilmeden vazgeçildi{error}.")
        case .calledOff:
            PageTexts(
                en: "Called off before it was sent.", ar: "أُلغي قبل إرساله.", de: "Abgesagt, bevor es gesendet wurde.", fr: "Annulé avant l’envoi.",
                es: "Cancelado antes de enviarse.", tr: "Gönderilmeden önce iptal edildi.")
        case .unrecorded:
            PageTexts(
                en: "What it was decided from was not recorded.", ar: "لم يُسجَّل ما بُني عليه القرار.", de: "Woraus entschieden wurde, ist nicht verzeichnet.",
                fr: "Ce qui a fondé la décision n’a pas été enregistré.", es: "No quedó registrado a partir de qué se decidió.",
                tr: "Kararın neye göre verildiği kaydedilmemiş.")
        }
    }
}
