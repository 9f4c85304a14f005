/// The sentences about a plan's lines: why each stands there, and why at that moment. `{window}` is empty, or the hours in parentheses.
enum PlanWord: PageWord {
    case criticalInQuietHours, allInQuietHours, heldForQuietHours, snoozed, sameMoment, sameDay, mergedToFit, soMany, coverageEnds, atHour, behindOthers, due
    case dueNotTold, notTold, nothingPasses, onlyCriticalPass
    case complete, until
    case removed, skipped, skippedOnDay
    case hour, learntUsual, learnt, population, trial, triedHour

    var texts: PageTexts {
        switch self {
        case .criticalInQuietHours:
            PageTexts(
                en: "Told at {time}, inside quiet hours{window}, because it is critical and critical ones may pass.",
                ar: "يُقال في {time}، ضمن ساعات الهدوء{window}، لأنه حرج والحرج يمر.",
                de: "Um {time} in der Ruhezeit{window}: Es ist kritisch, und Kritisches darf durch.",
                fr: "À {time}, pendant les heures calmes{window} : c’est critique, et ce qui est critique passe.",
                es: "A las {time}, dentro de las horas de silencio{window}: es crítico, y lo crítico pasa.",
                tr: "Sessiz saatlerde{window}, {time}: kritik ve kritik olanlar geçer.")
        case .allInQuietHours:
            PageTexts(
                en: "Told at {time}, inside quiet hours{window}, because these let everything pass.",
                ar: "يُقال في {time}، ضمن ساعات الهدوء{window}، لأنها تسمح بمرور كل شيء.",
                de: "Um {time} in der Ruhezeit{window}: Sie lässt alles durch.", fr: "À {time}, pendant les heures calmes{window}, qui laissent tout passer.",
                es: "A las {time}, dentro de las horas de silencio{window}, que dejan pasar todo.", tr: "Sessiz saatlerde{window}, {time}: hepsi geçer.")
        case .heldForQuietHours:
            PageTexts(
                en: "Due at {due}, inside quiet hours{window}, so held until they end at {time}.",
                ar: "موعده {due}، ضمن ساعات الهدوء{window}، فيُحتجز حتى تنتهي في {time}.",
                de: "Fällig um {due} in der Ruhezeit{window}, deshalb zurückgehalten bis zu ihrem Ende um {time}.",
                fr: "Prévu à {due}, pendant les heures calmes{window} : retenu jusqu’à leur fin, à {time}.",
                es: "Previsto a las {due}, dentro de las horas de silencio{window}: retenido hasta que acaben, a las {time}.",
                tr: "Zamanı {due}, sessiz saatlerde{window}; bitene dek ({time}) bekletilir.")
        case .snoozed:
            PageTexts(
                en: "Due at {due} and snoozed until {time}.", ar: "موعده {due} ومؤجل حتى {time}.", de: "Fällig um {due}, aufgeschoben bis {time}.",
                fr: "Prévu à {due} et reporté à {time}.", es: "Previsto a las {due} y pospuesto hasta las {time}.", tr: "Zamanı {due}, {time} saatine ertelendi.")
        case .sameMoment:
            PageTexts(
                en: "one:{n} of one kind are due at {time} and are told as one.|other:{n} of one kind are due at {time} and are told as one.",
                ar: "zero:لا شيء في {time}.|one:واحد في {time}.|two:اثنان من نوع واحد موعدهما {time} ويُقالان معًا.|few:{n} من نوع واحد موعدها {time} وتُقال معًا.|many:{n} من نوع واحد موعدها {time} وتُقال معًا.|other:{n} من نوع واحد موعدها {time} وتُقال معًا.",
                de: "one:{n} einer Art um {time}, als eine Nachricht.|other:{n} einer Art sind um {time} fällig und kommen als eine Nachricht.",
                fr: "one:{n} du même type à {time}, en une seule fois.|many:{n} du même type sont prévus à {time} et annoncés en une seule fois.|other:{n} du même type sont prévus à {time} et annoncés en une seule fois.",
                es: "one:{n} del mismo tipo a las {time}, en un solo aviso.|many:{n} del mismo tipo a las {time}, en un solo aviso.|other:{n} del mismo tipo coinciden a las {time} y van en un solo aviso.",
                tr: "one:{time} için aynı türden {n}, tek bildirimde.|other:{time} için aynı türden {n} bildirim tek bildirimde söylenir.")
        case .sameDay:
            PageTexts(
                en: "one:{n} of one kind on one day are told as one, when the last of them is due, at {time}.|other:{n} of one kind on one day are told as one, when the last of them is due, at {time}.",
                ar: "zero:لا شيء في ذلك اليوم.|one:واحد في ذلك اليوم، {time}.|two:اثنان من نوع واحد في يوم واحد يُقالان معًا عند موعد آخرهما، {time}.|few:{n} من نوع واحد في يوم واحد تُقال معًا عند موعد آخرها، {time}.|many:{n} من نوع واحد في يوم واحد تُقال معًا عند موعد آخرها، {time}.|other:{n} من نوع واحد في يوم واحد تُقال معًا عند موعد آخرها، {time}.",
                de: "one:{n} einer Art an einem Tag, um {time}.|other:{n} einer Art an einem Tag kommen als eine Nachricht, wenn die letzte fällig ist: um {time}.",
                fr: "one:{n} du même type dans la journée, à {time}.|many:{n} du même type dans la journée, annoncés ensemble à {time}.|other:{n} du même type dans la journée sont annoncés ensemble quand le dernier est prévu, à {time}.",
                es: "one:{n} del mismo tipo en un día, a las {time}.|many:{n} del mismo tipo en un día, juntos a las {time}.|other:{n} del mismo tipo en un día van juntos cuando toca el último, a las {time}.",
                tr: "one:Bir günde aynı türden {n}, {time}.|other:Bir günde aynı türden {n} bildirim, sonuncunun zamanında ({time}) tek bildirimde söylenir.")
        case .mergedToFit:
            PageTexts(
                en: "one:{n} are told as one, when the last of them is due, at {time}, because the system keeps only {budget} pending and nearer days come first.|other:{n} are told as one, when the last of them is due, at {time}, because the system keeps only {budget} pending and nearer days come first.",
                ar: "zero:لا شيء.|one:واحد في {time}، لأن النظام لا يحتفظ إلا بـ {budget} معلقة.|two:اثنان يُقالان معًا عند موعد آخرهما، {time}، لأن النظام لا يحتفظ إلا بـ {budget} معلقة والأيام الأقرب أولًا.|few:{n} تُقال معًا عند موعد آخرها، {time}، لأن النظام لا يحتفظ إلا بـ {budget} معلقة والأيام الأقرب أولًا.|many:{n} تُقال معًا عند موعد آخرها، {time}، لأن النظام لا يحتفظ إلا بـ {budget} معلقة والأيام الأقرب أولًا.|other:{n} تُقال معًا عند موعد آخرها، {time}، لأن النظام لا يحتفظ إلا بـ {budget} معلقة والأيام الأقرب أولًا.",
                de: "one:{n} um {time}: Das System hält nur {budget} bereit, und nähere Tage gehen vor.|other:{n} kommen als eine Nachricht, wenn die letzte fällig ist, um {time}: Das System hält nur {budget} bereit, und nähere Tage gehen vor.",
                fr: "one:{n} à {time} : le système n’en garde que {budget} en attente.|many:{n} annoncés ensemble à {time} : le système n’en garde que {budget} en attente.|other:{n} sont annoncés ensemble quand le dernier est prévu, à {time} : le système n’en garde que {budget} en attente, et les jours proches passent d’abord.",
                es: "one:{n} a las {time}: el sistema solo guarda {budget} pendientes.|many:{n} juntos a las {time}: el sistema solo guarda {budget} pendientes.|other:{n} van juntos cuando toca el último, a las {time}: el sistema solo guarda {budget} pendientes y los días cercanos van primero.",
                tr: "one:{n}, {time}: sistem yalnızca {budget} bekleyeni tutar.|other:{n} bildirim sonuncunun zamanında ({time}) birlikte söylenir: sistem yalnızca {budget} bekleyeni tutar, yakın günler önce gelir.")
        case .soMany:
            PageTexts(en: "so many", ar: "عدد محدود", de: "eine begrenzte Zahl", fr: "un certain nombre", es: "un número limitado", tr: "sınırlı sayıda")
        case .coverageEnds:
            PageTexts(
                en: "Told at {time}, because nothing is planned from then on until the app is opened.",
                ar: "يُقال في {time}، لأنه لا شيء مخطط بعد ذلك حتى يُفتح التطبيق.", de: "Um {time}: Von da an ist nichts geplant, bis die App geöffnet wird.",
                fr: "À {time} : rien n’est prévu ensuite tant que l’application n’est pas ouverte.",
                es: "A las {time}: a partir de ahí no hay nada previsto hasta que se abra la aplicación.",
                tr: "{time}: bundan sonrası uygulama açılana dek planlanmadı.")
        case .atHour: PageTexts(en: "Told at {time}, {cause}.", ar: "يُقال في {time}: {cause}.", de: "Um {time}: {cause}.", fr: "À {time} : {cause}.", es: "A las {time}: {cause}.", tr: "{time}: {cause}.")
        case .behindOthers:
            PageTexts(
                en: "Told at {time}, right behind others that are due at {due}: nothing stands against it.",
                ar: "يُقال في {time}، مباشرة بعد غيره مما موعده {due}: لا مانع منه.", de: "Um {time}, gleich hinter anderen, die um {due} fällig sind: Nichts spricht dagegen.",
                fr: "À {time}, juste après d’autres prévus à {due} : rien ne s’y oppose.", es: "A las {time}, justo detrás de otros previstos a las {due}: nada lo impide.",
                tr: "{time}, {due} için olanların hemen ardından: engel yok.")
        case .due:
            PageTexts(
                en: "Told at {time}, when it is due: nothing stands against it.", ar: "يُقال في موعده {time}: لا مانع منه.",
                de: "Um {time}, wenn es fällig ist: Nichts spricht dagegen.", fr: "À {time}, à l’heure prévue : rien ne s’y oppose.",
                es: "A las {time}, a su hora: nada lo impide.", tr: "Zamanında, {time}: engel yok.")
        case .dueNotTold:
            PageTexts(
                en: "Due at {due}, and not told, because {cause}.", ar: "موعده {due} ولا يُقال: {cause}.", de: "Fällig um {due} und nicht gesagt: {cause}.",
                fr: "Prévu à {due} et non annoncé : {cause}.", es: "Previsto a las {due} y no avisado: {cause}.", tr: "Zamanı {due}, söylenmez: {cause}.")
        case .notTold:
            PageTexts(
                en: "Not told, because {cause}.", ar: "لا يُقال: {cause}.", de: "Nicht gesagt: {cause}.", fr: "Non annoncé : {cause}.", es: "No avisado: {cause}.",
                tr: "Söylenmez: {cause}.")
        case .nothingPasses:
            PageTexts(
                en: "quiet hours{window} let nothing pass", ar: "ساعات الهدوء{window} لا تسمح بمرور شيء", de: "die Ruhezeit{window} lässt nichts durch",
                fr: "les heures calmes{window} ne laissent rien passer", es: "las horas de silencio{window} no dejan pasar nada", tr: "sessiz saatlerde{window} hiçbiri geçmez")
        case .onlyCriticalPass:
            PageTexts(
                en: "quiet hours{window} let only critical ones pass", ar: "ساعات الهدوء{window} تسمح بمرور الحرج فقط", de: "die Ruhezeit{window} lässt nur Kritisches durch",
                fr: "les heures calmes{window} ne laissent passer que ce qui est critique", es: "las horas de silencio{window} solo dejan pasar lo crítico",
                tr: "sessiz saatlerde{window} yalnızca kritik olanlar geçer")
        case .complete:
            PageTexts(
                en: "Everything asked for is planned.", ar: "كل المطلوب مخطط له.", de: "Alles Gewünschte ist geplant.", fr: "Tout ce qui est demandé est prévu.",
                es: "Todo lo pedido está previsto.", tr: "İstenen her şey planlandı.")
        case .until:
            PageTexts(
                en: "Everything until {day}, {time}, is told though nobody opens the app.", ar: "يُقال كل شيء حتى {day}، {time}، ولو لم يفتح أحد التطبيق.",
                de: "Alles bis {day}, {time}, wird gesagt, auch wenn niemand die App öffnet.",
                fr: "Tout est annoncé jusqu’au {day}, {time}, même si personne n’ouvre l’application.",
                es: "Se avisa de todo hasta el {day}, {time}, aunque nadie abra la aplicación.", tr: "Kimse uygulamayı açmasa da {day}, {time} öncesi her şey söylenir.")
        case .removed:
            PageTexts(
                en: "{title}: not told, because {cause}", ar: "{title}: لا يُقال، {cause}", de: "{title}: nicht gesagt, {cause}", fr: "{title} : non annoncé, {cause}",
                es: "{title}: no avisado, {cause}", tr: "{title}: söylenmez, {cause}")
        case .skipped: PageTexts(en: "{subject}: {cause}.", ar: "{subject}: {cause}.", de: "{subject}: {cause}.", fr: "{subject} : {cause}.", es: "{subject}: {cause}.", tr: "{subject}: {cause}.")
        case .skippedOnDay:
            PageTexts(
                en: "{subject} on {day}: {cause}.", ar: "{subject} في {day}: {cause}.", de: "{subject} am {day}: {cause}.", fr: "{subject} le {day} : {cause}.",
                es: "{subject} el {day}: {cause}.", tr: "{subject}, {day}: {cause}.")
        case .hour: PageTexts(en: "{time}, {cause}.", ar: "{time}: {cause}.", de: "{time}: {cause}.", fr: "{time} : {cause}.", es: "{time}: {cause}.", tr: "{time}: {cause}.")
        case .learntUsual:
            PageTexts(
                en: "because you usually act between {start} and {end}", ar: "لأنك تستجيب عادة بين {start} و{end}", de: "weil du meist zwischen {start} und {end} handelst",
                fr: "car vous réagissez d’habitude entre {start} et {end}", es: "porque sueles actuar entre las {start} y las {end}",
                tr: "çünkü genellikle {start} ile {end} arasında yanıt veriyorsunuz")
        case .learnt:
            PageTexts(
                en: "because of the hours open to it you respond best at this one", ar: "لأنك تستجيب في هذه الساعة أفضل من غيرها من الساعات المتاحة",
                de: "weil du von den möglichen Stunden in dieser am besten antwortest", fr: "car, parmi les heures possibles, c’est là que vous réagissez le mieux",
                es: "porque de las horas posibles es en la que mejor respondes", tr: "çünkü olası saatler içinde en iyi bunda yanıt veriyorsunuz")
        case .population:
            PageTexts(
                en: "because most people respond then, and little is known of you yet", ar: "لأن أغلب الناس يستجيبون حينها، والمعلوم عنك قليل بعد",
                de: "weil die meisten dann antworten und von dir noch wenig bekannt ist", fr: "car la plupart des gens réagissent à ce moment-là, et on en sait encore peu sur vous",
                es: "porque la mayoría responde entonces, y de ti aún se sabe poco", tr: "çünkü çoğu kişi o zaman yanıt veriyor ve sizi henüz az tanıyoruz")
        case .trial:
            PageTexts(
                en: "to find out whether you respond better then than at {best}, the best hour known",
                ar: "لمعرفة ما إذا كنت تستجيب حينها أفضل من {best}، أفضل ساعة معروفة", de: "um zu sehen, ob du dann besser antwortest als um {best}, der besten bekannten Stunde",
                fr: "pour savoir si vous réagissez mieux alors qu’à {best}, la meilleure heure connue",
                es: "para saber si respondes mejor entonces que a las {best}, la mejor hora conocida", tr: "bilinen en iyi saat olan {best} yerine bunda daha iyi yanıt verip vermediğinizi görmek için")
        case .triedHour:
            PageTexts(
                en: "to find out whether you respond better at that hour", ar: "لمعرفة ما إذا كنت تستجيب أفضل في تلك الساعة", de: "um zu sehen, ob du zu dieser Stunde besser antwortest",
                fr: "pour savoir si vous réagissez mieux à cette heure", es: "para saber si respondes mejor a esa hora", tr: "o saatte daha iyi yanıt verip vermediğinizi görmek için")
        }
    }
}
