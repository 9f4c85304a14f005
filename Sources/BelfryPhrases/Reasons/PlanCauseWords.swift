/// Why a plan leaves something out: what stands behind the colon, or in English behind "because".
enum PlanCauseWord: PageWord {
    case switchedOff, snoozed, dismissed, muted, throttled, frequencyCapped, ignoredLately, overBudget, expired, momentPassed, alreadyTold, alreadyReached
    case nothingToSay, beyondHorizon, noFurtherMoment, duplicate, unknownTimezone, quietHours, coverageEnds, partOfAnother, saidByLater, nothingAgainst
    case channelOff, noLongerNews, done, beforeLocalMoment, earlierStepFirst, alreadyAcknowledged, doneByOne, othersFirst, ownDigest

    var texts: PageTexts {
        switch self {
        case .switchedOff:
            PageTexts(
                en: "notifications are switched off", ar: "الإشعارات متوقفة", de: "Benachrichtigungen sind ausgeschaltet", fr: "les notifications sont désactivées",
                es: "las notificaciones están desactivadas", tr: "bildirimler kapalı")
        case .snoozed: PageTexts(en: "it is snoozed", ar: "إنه مؤجل", de: "es ist aufgeschoben", fr: "c’est reporté", es: "está pospuesto", tr: "ertelendi")
        case .dismissed: PageTexts(en: "it was dismissed", ar: "صُرف النظر عنه", de: "es wurde verworfen", fr: "c’est écarté", es: "se descartó", tr: "kapatıldı")
        case .muted: PageTexts(en: "it is muted", ar: "إنه مكتوم", de: "es ist stumm gestellt", fr: "c’est en sourdine", es: "está silenciado", tr: "susturuldu")
        case .beforeLocalMoment:
            PageTexts(
                en: "it is meant for a set time by the recipient's own clock", ar: "إنه مخصص لوقت محدد بالتوقيت المحلي للمستلم",
                de: "es ist für einen festen Zeitpunkt in der Ortszeit des Empfängers bestimmt",
                fr: "il est prévu pour un moment précis, à l’heure locale du destinataire",
                es: "está previsto para un momento concreto en la hora local del destinatario",
                tr: "alıcının yerel saatine göre belirli bir zaman için ayarlanmış")
        case .throttled:
            PageTexts(
                en: "its kind was told as often as it may be in that time", ar: "قيل نوعه بالقدر المسموح به في تلك المدة",
                de: "seine Art kam in dieser Zeit so oft, wie sie darf", fr: "ce type a été annoncé autant de fois que permis dans ce délai",
                es: "su tipo ya se avisó tantas veces como se permite en ese tiempo", tr: "bu tür o sürede izin verilen sayıda söylendi")
        case .frequencyCapped:
            PageTexts(
                en: "more is due on that day than the person wants to be told", ar: "المستحق في ذلك اليوم أكثر مما يريد الشخص أن يُخبَر به",
                de: "an diesem Tag ist mehr fällig, als die Person hören will", fr: "il y en a ce jour-là plus que la personne n’en veut",
                es: "ese día hay más de lo que la persona quiere recibir", tr: "o gün kişinin istediğinden fazlası var")
        case .ignoredLately:
            PageTexts(
                en: "the person ignores its kind, so fewer of it are told", ar: "يتجاهل الشخص هذا النوع، فيُقال منه أقل",
                de: "die Person übergeht diese Art, deshalb kommt weniger davon", fr: "la personne ignore ce type, il y en a donc moins",
                es: "la persona ignora este tipo, así que se avisa menos", tr: "kişi bu türü görmezden geliyor, o yüzden daha azı söyleniyor")
        case .overBudget:
            PageTexts(
                en: "the system keeps only so many pending, and earlier ones come first", ar: "لا يحتفظ النظام إلا بعدد محدود من المعلق، والأقرب أولًا",
                de: "das System hält nur eine begrenzte Zahl bereit, und frühere gehen vor",
                fr: "le système n’en garde qu’un certain nombre en attente, et les plus proches passent d’abord",
                es: "el sistema solo guarda un número limitado, y los más cercanos van primero", tr: "sistem sınırlı sayıda bekleyen tutar, daha erken olanlar önce gelir")
        case .expired:
            PageTexts(
                en: "it would come too late to be of use", ar: "سيأتي متأخرًا فلا يفيد", de: "es käme zu spät, um noch zu nützen", fr: "cela arriverait trop tard pour être utile",
                es: "llegaría demasiado tarde para servir de algo", tr: "işe yaramayacak kadar geç kalırdı")
        case .momentPassed:
            PageTexts(
                en: "its moment has passed", ar: "فات وقته", de: "sein Zeitpunkt ist vorbei", fr: "son moment est passé", es: "su momento ya pasó", tr: "zamanı geçti")
        case .alreadyTold:
            PageTexts(
                en: "it was told already", ar: "قيل من قبل", de: "es wurde schon gesagt", fr: "cela a déjà été annoncé", es: "ya se avisó", tr: "daha önce söylendi")
        case .alreadyReached:
            PageTexts(
                en: "an earlier one over another channel reached the person", ar: "وصل إلى الشخص إشعار أسبق عبر قناة أخرى",
                de: "eine frühere über einen anderen Weg hat die Person erreicht", fr: "une précédente, par un autre canal, a atteint la personne",
                es: "uno anterior, por otro canal, llegó a la persona", tr: "daha önceki bir bildirim başka bir kanaldan kişiye ulaştı")
        case .earlierStepFirst:
            PageTexts(
                en: "the person is told over another channel first", ar: "يُبلَّغ الشخص أولًا عبر قناة أخرى",
                de: "die Person wird zuerst auf einem anderen Weg benachrichtigt", fr: "la personne est d’abord prévenue par un autre canal",
                es: "primero se avisa a la persona por otro canal", tr: "kişiye önce başka bir kanaldan bildiriliyor")
        case .alreadyAcknowledged:
            PageTexts(
                en: "somebody who was told before has reacted", ar: "استجاب شخص أُبلغ قبله", de: "jemand, der vorher benachrichtigt wurde, hat reagiert",
                fr: "une personne prévenue auparavant a réagi", es: "ya ha reaccionado alguien a quien se avisó antes",
                tr: "daha önce bilgilendirilen biri karşılık verdi")
        case .doneByOne:
            PageTexts(
                en: "one of those whom it concerns has seen to it", ar: "تولّى الأمر أحد المعنيين به",
                de: "jemand von denen, die es angeht, hat sich darum gekümmert", fr: "une des personnes concernées s’en est chargée",
                es: "una de las personas a las que atañe ya se ha encargado", tr: "ilgili kişilerden biri bununla ilgilendi")
        case .othersFirst:
            PageTexts(
                en: "others are told first", ar: "يُبلَّغ آخرون أولًا", de: "andere werden zuerst benachrichtigt", fr: "d’autres sont prévenus d’abord",
                es: "primero se avisa a otros", tr: "önce başkalarına bildiriliyor")
        case .ownDigest:
            PageTexts(
                en: "the recipient has what isn't critical told once a day, as one", ar: "اختار المستلم أن يصله ما ليس حرجًا مجموعًا مرة في اليوم",
                de: "der Empfänger bekommt, was nicht kritisch ist, einmal am Tag gesammelt", fr: "le destinataire reçoit ce qui n’est pas critique une fois par jour, regroupé",
                es: "el destinatario recibe lo que no es crítico una vez al día, todo junto", tr: "alıcı kritik olmayanları günde bir kez, topluca alıyor")
        case .nothingToSay:
            PageTexts(
                en: "there is nothing to say on that day", ar: "لا يوجد ما يُقال في ذلك اليوم", de: "an diesem Tag ist nichts zu sagen", fr: "il n’y a rien à dire ce jour-là",
                es: "ese día no hay nada que decir", tr: "o gün söylenecek bir şey yok")
        case .beyondHorizon:
            PageTexts(
                en: "it is too far ahead: it waits for the next pass", ar: "موعده بعيد: ينتظر التخطيط التالي", de: "es liegt zu weit voraus: es wartet auf die nächste Planung",
                fr: "c’est trop loin : cela attend la prochaine planification", es: "está demasiado lejos: espera a la próxima planificación", tr: "çok ileride: sonraki planlamayı bekliyor")
        case .noFurtherMoment:
            PageTexts(
                en: "its schedule has no further moment", ar: "لا موعد آخر في جدوله", de: "sein Zeitplan hat keinen weiteren Zeitpunkt", fr: "son calendrier n’a plus de date",
                es: "su calendario no tiene más fechas", tr: "takviminde başka zaman yok")
        case .duplicate:
            PageTexts(
                en: "a later request has the same identifier", ar: "لطلب لاحق المعرّف نفسه", de: "eine spätere Anfrage hat dieselbe Kennung", fr: "une demande plus récente a le même identifiant",
                es: "una petición posterior tiene el mismo identificador", tr: "sonraki bir isteğin kimliği aynı")
        case .unknownTimezone:
            PageTexts(
                en: "it stays in a time zone that this system doesn't know", ar: "هو في منطقة زمنية لا يعرفها هذا النظام", de: "es bleibt in einer Zeitzone, die dieses System nicht kennt",
                fr: "il dépend d’un fuseau horaire que ce système ne connaît pas", es: "está en una zona horaria que este sistema no conoce", tr: "bu sistemin tanımadığı bir saat diliminde")
        case .quietHours:
            PageTexts(
                en: "quiet hours don't let it pass", ar: "ساعات الهدوء لا تسمح بمروره", de: "die Ruhezeit lässt es nicht durch", fr: "les heures calmes ne le laissent pas passer",
                es: "las horas de silencio no lo dejan pasar", tr: "sessiz saatler geçirmiyor")
        case .coverageEnds:
            PageTexts(
                en: "nothing more is planned from then on until the app is opened", ar: "لا شيء مخطط بعد ذلك حتى يُفتح التطبيق",
                de: "von da an ist nichts geplant, bis die App geöffnet wird", fr: "rien n’est prévu ensuite tant que l’application n’est pas ouverte",
                es: "a partir de ahí no hay nada previsto hasta que se abra la aplicación", tr: "bundan sonrası uygulama açılana dek planlanmadı")
        case .partOfAnother:
            PageTexts(
                en: "it is told as a part of another", ar: "يُقال ضمن إشعار آخر", de: "es kommt als Teil einer anderen", fr: "il est annoncé dans une autre notification",
                es: "va dentro de otro aviso", tr: "başka bir bildirimin parçası olarak söyleniyor")
        case .saidByLater:
            PageTexts(
                en: "a later one says the same", ar: "إشعار لاحق يقول الشيء نفسه", de: "eine spätere sagt dasselbe", fr: "une notification ultérieure dit la même chose",
                es: "otro aviso posterior dice lo mismo", tr: "daha sonraki bir bildirim aynı şeyi söylüyor")
        case .nothingAgainst: PageTexts(en: "nothing stands against it", ar: "لا مانع منه", de: "nichts spricht dagegen", fr: "rien ne s’y oppose", es: "nada lo impide", tr: "engel yok")
        case .channelOff:
            PageTexts(
                en: "its channel is switched off", ar: "قناته متوقفة", de: "sein Weg ist ausgeschaltet", fr: "son canal est désactivé", es: "su canal está desactivado", tr: "kanalı kapalı")
        case .noLongerNews:
            PageTexts(
                en: "it is no longer true, or no longer news", ar: "لم يعد صحيحًا أو لم يعد جديدًا", de: "es stimmt nicht mehr oder ist nicht mehr neu", fr: "ce n’est plus vrai, ou plus nouveau",
                es: "ya no es cierto, o ya no es noticia", tr: "artık doğru değil ya da yeni değil")
        case .done: SkipWord.done.texts
        }
    }
}

/// Why a domain doesn't ask for something.
enum SkipWord: PageWord {
    case switchedOff, momentPassed, deleted, notAnExpense, completed, autoPay, noDueDate, pastDue, dueLater, seriesOver, noCurrency, neverReviewed, nothingDue
    case used, noDates, done, sunNeverSets, sunNeverRises, noShadow, shadowNeverLongEnough, twilightNeverEnds

    var texts: PageTexts {
        switch self {
        case .switchedOff: PageTexts(en: "it is switched off", ar: "متوقف", de: "es ist ausgeschaltet", fr: "c’est désactivé", es: "está desactivado", tr: "kapalı")
        case .momentPassed: PageTexts(en: "its moment has passed", ar: "فات وقته", de: "sein Zeitpunkt ist vorbei", fr: "son moment est passé", es: "su momento ya pasó", tr: "zamanı geçti")
        case .deleted: PageTexts(en: "it was deleted", ar: "حُذف", de: "es wurde gelöscht", fr: "c’est supprimé", es: "se borró", tr: "silindi")
        case .notAnExpense: PageTexts(en: "it is not an expense", ar: "ليس مصروفًا", de: "es ist keine Ausgabe", fr: "ce n’est pas une dépense", es: "no es un gasto", tr: "gider değil")
        case .completed: PageTexts(en: "it is paid", ar: "دُفع", de: "es ist bezahlt", fr: "c’est payé", es: "está pagado", tr: "ödendi")
        case .autoPay: PageTexts(en: "it pays itself", ar: "يُدفع تلقائيًا", de: "es zahlt sich von selbst", fr: "le paiement est automatique", es: "se paga solo", tr: "otomatik ödeniyor")
        case .noDueDate: PageTexts(en: "it has no due date", ar: "بلا تاريخ استحقاق", de: "es hat kein Fälligkeitsdatum", fr: "il n’a pas d’échéance", es: "no tiene vencimiento", tr: "son ödeme tarihi yok")
        case .pastDue: PageTexts(en: "it was due before today", ar: "استحق قبل اليوم", de: "es war vor heute fällig", fr: "l’échéance est passée", es: "venció antes de hoy", tr: "tarihi bugünden önceydi")
        case .dueLater:
            PageTexts(
                en: "it is due later and waits for the next pass", ar: "يستحق لاحقًا وينتظر التخطيط التالي", de: "es ist später fällig und wartet auf die nächste Planung",
                fr: "l’échéance est plus lointaine : il attend la prochaine planification", es: "vence más tarde y espera a la próxima planificación", tr: "daha sonra, sonraki planlamayı bekliyor")
        case .seriesOver: PageTexts(en: "it doesn't come back any more", ar: "لا يتكرر بعد الآن", de: "es kommt nicht mehr wieder", fr: "il ne revient plus", es: "ya no se repite", tr: "artık yinelenmiyor")
        case .noCurrency: PageTexts(en: "its amounts have no currency", ar: "مبالغه بلا عملة", de: "seine Beträge haben keine Währung", fr: "ses montants n’ont pas de devise", es: "sus importes no tienen moneda", tr: "tutarlarının para birimi yok")
        case .neverReviewed: PageTexts(en: "it was never learned", ar: "لم يُتعلم قط", de: "es wurde nie gelernt", fr: "jamais appris", es: "nunca se ha aprendido", tr: "hiç öğrenilmedi")
        case .nothingDue: PageTexts(en: "nothing is due", ar: "لا شيء مستحق", de: "nichts ist fällig", fr: "rien n’est à faire", es: "no hay nada pendiente", tr: "zamanı gelen yok")
        case .used: PageTexts(en: "it is used up", ar: "استُهلك", de: "es ist aufgebraucht", fr: "c’est consommé", es: "se ha gastado", tr: "tükendi")
        case .noDates: PageTexts(en: "it has no date to remind of", ar: "بلا تاريخ للتذكير", de: "es hat kein Datum, an das zu erinnern wäre", fr: "il n’a pas de date à rappeler", es: "no tiene fecha que recordar", tr: "hatırlatılacak tarihi yok")
        case .done: PageTexts(en: "it is done", ar: "أُنجز", de: "es ist erledigt", fr: "c’est fait", es: "está hecho", tr: "yapıldı")
        case .sunNeverSets: PageTexts(en: "the sun doesn't set on that day", ar: "لا تغرب الشمس في ذلك اليوم", de: "die Sonne geht an diesem Tag nicht unter", fr: "le soleil ne se couche pas ce jour-là", es: "ese día el sol no se pone", tr: "o gün güneş batmıyor")
        case .sunNeverRises: PageTexts(en: "the sun doesn't rise on that day", ar: "لا تشرق الشمس في ذلك اليوم", de: "die Sonne geht an diesem Tag nicht auf", fr: "le soleil ne se lève pas ce jour-là", es: "ese día el sol no sale", tr: "o gün güneş doğmuyor")
        case .noShadow:
            PageTexts(
                en: "the sun casts no shadow long enough to tell", ar: "لا تلقي الشمس ظلًا يكفي للمعرفة", de: "die Sonne wirft keinen Schatten, der dafür reicht", fr: "le soleil ne fait pas d’ombre assez longue pour en juger",
                es: "el sol no da sombra suficiente para saberlo", tr: "güneş yeterince uzun gölge vermiyor")
        case .shadowNeverLongEnough:
            PageTexts(
                en: "the shadow doesn't get long enough on that day", ar: "لا يطول الظل كفاية في ذلك اليوم", de: "der Schatten wird an diesem Tag nicht lang genug", fr: "l’ombre n’est jamais assez longue ce jour-là",
                es: "ese día la sombra no llega a ser bastante larga", tr: "o gün gölge yeterince uzamıyor")
        case .twilightNeverEnds:
            PageTexts(
                en: "twilight doesn't end in that night", ar: "لا ينتهي الشفق في تلك الليلة", de: "die Dämmerung endet in dieser Nacht nicht", fr: "le crépuscule ne finit pas cette nuit-là",
                es: "esa noche el crepúsculo no acaba", tr: "o gece alacakaranlık bitmiyor")
        }
    }
}
