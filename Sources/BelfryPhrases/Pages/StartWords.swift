/// What the first steps say.
public enum StartWord: PageWord {
    case lead, progress, done, toDo
    case zoneTitle, zoneText, zoneDetected, zoneSame, zoneField, zoneSave
    case quietTitle, quietText, quietOff, quietOn, quietNights, quietFrom, quietTo, quietSave, quietNone
    case browserTitle, browserText, browserDone, browserCannot, browserWithoutLock, browserUnable, browserHomeScreen
    case testTitle, testText, testSend, testAgain, testArrived, testSeen, testSeenDone, testMessageTitle, testMessageBody
    case finished, finishedText, toFamily, toSettings

    public var texts: PageTexts {
        switch self {
        case .lead:
            PageTexts(
                en: "A few small steps, and you have seen your first notification.", ar: "بضع خطوات صغيرة وترى أول إشعار لك.", de: "Ein paar kleine Schritte, und du hast deine erste Nachricht gesehen.",
                fr: "Quelques petites étapes, et vous aurez vu votre première notification.", es: "Unos pasos cortos y habrás visto tu primer aviso.", tr: "Birkaç küçük adım sonra ilk bildiriminizi görmüş olacaksınız.")
        case .progress: PageTexts(en: "{done} of {all} done", ar: "أُنجز {done} من {all}", de: "{done} von {all} erledigt", fr: "{done} sur {all} faites", es: "{done} de {all} hechos", tr: "{all} adımın {done} tanesi tamam")
        case .done: PageTexts(en: "Done", ar: "تم", de: "Erledigt", fr: "Fait", es: "Hecho", tr: "Tamam")
        case .toDo: PageTexts(en: "To do", ar: "بقي", de: "Zu tun", fr: "À faire", es: "Por hacer", tr: "Yapılacak")
        case .zoneTitle: PageTexts(en: "Your time zone", ar: "منطقتك الزمنية", de: "Deine Zeitzone", fr: "Votre fuseau horaire", es: "Tu zona horaria", tr: "Saat diliminiz")
        case .zoneText:
            PageTexts(
                en: "Belfry tells you things by your clock. It takes you to be in {zone}, where it is {time} now.",
                ar: "يخبرك Belfry وفق ساعتك. يفترض أنك في {zone}، والساعة هناك الآن {time}.",
                de: "Belfry richtet sich nach deiner Uhr. Es nimmt an, dass du in {zone} bist, wo es jetzt {time} Uhr ist.",
                fr: "Belfry suit votre horloge. Il vous croit à {zone}, où il est {time}.", es: "Belfry te avisa según tu reloj. Cree que estás en {zone}, donde el reloj marca las {time}.",
                tr: "Belfry sizin saatinize göre haber verir. {zone} diliminde olduğunuzu varsayıyor; orada saat şimdi {time}.")
        case .zoneDetected:
            PageTexts(
                en: "This browser says {zone}.", ar: "يقول هذا المتصفح {zone}.", de: "Dieser Browser sagt {zone}.", fr: "Ce navigateur dit {zone}.", es: "Este navegador dice {zone}.", tr: "Bu tarayıcı {zone} diyor.")
        case .zoneSame:
            PageTexts(
                en: "This browser says the same.", ar: "يقول هذا المتصفح الشيء نفسه.", de: "Dieser Browser sagt dasselbe.", fr: "Ce navigateur dit la même chose.", es: "Este navegador dice lo mismo.", tr: "Bu tarayıcı da öyle diyor.")
        case .zoneField: PageTexts(en: "Time zone", ar: "المنطقة الزمنية", de: "Zeitzone", fr: "Fuseau horaire", es: "Zona horaria", tr: "Saat dilimi")
        case .zoneSave: PageTexts(en: "This is where I am", ar: "أنا هنا", de: "Hier bin ich", fr: "C’est là que je suis", es: "Estoy aquí", tr: "Buradayım")
        case .quietTitle: PageTexts(en: "Quiet hours", ar: "ساعات الهدوء", de: "Ruhezeit", fr: "Heures calmes", es: "Horas de silencio", tr: "Sessiz saatler")
        case .quietText:
            PageTexts(
                en: "Between these hours Belfry keeps still, except for what is critical; the rest waits until they end.",
                ar: "بين هاتين الساعتين يصمت Belfry إلا عن الحرج؛ والباقي ينتظر حتى تنتهي ساعات الهدوء.", de: "Zwischen diesen Stunden schweigt Belfry, außer bei Kritischem; das Übrige wartet, bis sie vorbei sind.",
                fr: "Entre ces heures, Belfry se tait, sauf pour ce qui est critique ; le reste attend leur fin.", es: "Entre estas horas Belfry calla, salvo lo crítico; lo demás espera a que acaben.",
                tr: "Bu saatler arasında Belfry kritik olanlar dışında susar; kalanlar bitmelerini bekler.")
        case .quietOff: PageTexts(en: "No quiet hours are set.", ar: "لا ساعات هدوء محددة.", de: "Keine Ruhezeit ist gesetzt.", fr: "Aucune heure calme n’est réglée.", es: "No hay horas de silencio.", tr: "Sessiz saat ayarlı değil.")
        case .quietOn: PageTexts(en: "Quiet from {start} to {end}.", ar: "هدوء من {start} إلى {end}.", de: "Ruhe von {start} bis {end}.", fr: "Calme de {start} à {end}.", es: "Silencio de {start} a {end}.", tr: "{start} ile {end} arası sessiz.")
        case .quietNights:
            PageTexts(
                en: "On single nights: {nights}.", ar: "في ليالٍ معينة: {nights}.", de: "In einzelnen Nächten: {nights}.", fr: "Certaines nuits : {nights}.",
                es: "Algunas noches: {nights}.", tr: "Bazı geceler: {nights}.")
        case .quietFrom: PageTexts(en: "From", ar: "من", de: "Von", fr: "De", es: "De", tr: "Başlangıç")
        case .quietTo: PageTexts(en: "To", ar: "إلى", de: "Bis", fr: "À", es: "A", tr: "Bitiş")
        case .quietSave: PageTexts(en: "Keep these hours quiet", ar: "اجعل هذه الساعات هادئة", de: "Diese Stunden still halten", fr: "Garder ces heures calmes", es: "Guardar silencio a esas horas", tr: "Bu saatleri sessiz tut")
        case .quietNone: PageTexts(en: "I need none", ar: "لا أحتاج إليها", de: "Ich brauche keine", fr: "Je n’en veux pas", es: "No las necesito", tr: "Gerek yok")
        case .browserTitle: PageTexts(en: "Your browser", ar: "متصفحك", de: "Dein Browser", fr: "Votre navigateur", es: "Tu navegador", tr: "Tarayıcınız")
        case .browserText:
            PageTexts(
                en: "Belfry can tell you in this browser too, even when no page is open. It asks for your permission only when you press the button.",
                ar: "يستطيع Belfry إخبارك في هذا المتصفح أيضًا ولو لم تكن أي صفحة مفتوحة. لا يطلب إذنك إلا حين تضغط الزر.",
                de: "Belfry kann dir auch in diesem Browser Bescheid sagen, selbst wenn keine Seite offen ist. Um Erlaubnis fragt es erst, wenn du den Knopf drückst.",
                fr: "Belfry peut aussi vous prévenir dans ce navigateur, même sans page ouverte. Il ne demande votre accord que si vous appuyez sur le bouton.",
                es: "Belfry también puede avisarte en este navegador, aunque no haya ninguna página abierta. Solo pide permiso cuando pulsas el botón.",
                tr: "Belfry hiçbir sayfa açık değilken de bu tarayıcıda haber verebilir. İzni yalnızca düğmeye bastığınızda ister.")
        case .browserDone:
            PageTexts(
                en: "A browser of yours is told.", ar: "أحد متصفحاتك يُخبَر.", de: "Ein Browser von dir bekommt Bescheid.", fr: "Un de vos navigateurs est prévenu.", es: "Uno de tus navegadores recibe avisos.", tr: "Bir tarayıcınıza haber veriliyor.")
        case .browserCannot:
            PageTexts(
                en: "This Belfry isn’t set up to tell browsers, so it tells you on its pages, and over the other channels.",
                ar: "لم يُعدّ Belfry هذا لإخبار المتصفحات، لذلك يخبرك في صفحاته وعبر القنوات الأخرى.", de: "Dieses Belfry ist nicht darauf eingerichtet, Browsern Bescheid zu sagen; es tut das auf seinen Seiten und auf den anderen Wegen.",
                fr: "Ce Belfry n’est pas réglé pour prévenir les navigateurs : il vous prévient sur ses pages et par les autres canaux.", es: "Este Belfry no está preparado para avisar a los navegadores, así que te avisa en sus páginas y por los otros canales.",
                tr: "Bu Belfry tarayıcılara haber vermek üzere ayarlanmamış; sayfalarında ve diğer kanallardan haber verir.")
        case .browserWithoutLock:
            PageTexts(
                en: "This page came over http, without the lock, and browsers let themselves be told over https alone. You can leave this step: all else works here, and Belfry tells you on its pages and over the other channels. Whoever looks after Belfry can give it an https address.",
                ar: "جاءت هذه الصفحة عبر http من دون القفل، والمتصفحات لا تتيح الإخبار إلا عبر https. يمكنك تجاوز هذه الخطوة: كل ما عداها يعمل هنا، ويخبرك Belfry في صفحاته وعبر القنوات الأخرى. ويستطيع المسؤول عن Belfry أن يمنحه عنوان https.",
                de: "Diese Seite kam über http, ohne das Schloss, und Browser lassen sich nur über https Bescheid sagen. Du kannst diesen Schritt auslassen: Alles andere geht hier, und Belfry sagt dir auf seinen Seiten und auf den anderen Wegen Bescheid. Wer sich um Belfry kümmert, kann ihm eine https-Adresse geben.",
                fr: "Cette page est venue par http, sans le cadenas, et les navigateurs ne se laissent prévenir que par https. Vous pouvez passer cette étape : tout le reste marche ici, et Belfry vous prévient sur ses pages et par les autres canaux. La personne qui s’occupe de Belfry peut lui donner une adresse https.",
                es: "Esta página llegó por http, sin el candado, y los navegadores solo reciben avisos por https. Puedes saltarte este paso: todo lo demás funciona aquí, y Belfry te avisa en sus páginas y por los otros canales. Quien se ocupa de Belfry puede darle una dirección https.",
                tr: "Bu sayfa kilitsiz, http üzerinden geldi; tarayıcılara yalnızca https üzerinden haber verilebilir. Bu adımı atlayabilirsiniz: Gerisi burada çalışır, Belfry sayfalarında ve diğer kanallardan haber verir. Belfry’ye bakan kişi ona bir https adresi verebilir.")
        case .browserUnable:
            PageTexts(
                en: "This browser can’t be told while no page is open. You can leave this step, or open Belfry in another browser; all else works here.",
                ar: "لا يمكن إخبار هذا المتصفح حين لا تكون أي صفحة مفتوحة. يمكنك تجاوز هذه الخطوة أو فتح Belfry في متصفح آخر؛ وكل ما عداها يعمل هنا.",
                de: "Diesem Browser lässt sich nichts sagen, während keine Seite offen ist. Du kannst diesen Schritt auslassen oder Belfry in einem anderen Browser öffnen; alles andere geht hier.",
                fr: "Ce navigateur ne peut pas être prévenu quand aucune page n’est ouverte. Vous pouvez passer cette étape, ou ouvrir Belfry dans un autre navigateur ; tout le reste marche ici.",
                es: "A este navegador no se le puede avisar sin una página abierta. Puedes saltarte este paso o abrir Belfry en otro navegador; todo lo demás funciona aquí.",
                tr: "Hiçbir sayfa açık değilken bu tarayıcıya haber verilemez. Bu adımı atlayabilir ya da Belfry’yi başka bir tarayıcıda açabilirsiniz; gerisi burada çalışır.")
        case .browserHomeScreen:
            PageTexts(
                en: "An iPhone or iPad can be told by a page on its Home Screen alone: add this page to your Home Screen, open it from there, sign in there with a new link, and come back to this step. It takes iOS 16.4 or later. You can leave this step; all else works here.",
                ar: "لا يمكن إخبار iPhone أو iPad إلا عبر صفحة على شاشته الرئيسية: أضف هذه الصفحة إلى الشاشة الرئيسية، وافتحها من هناك، وسجّل الدخول هناك برابط جديد، ثم عد إلى هذه الخطوة. يلزم iOS 16.4 أو أحدث. يمكنك تجاوز هذه الخطوة؛ وكل ما عداها يعمل هنا.",
                de: "Einem iPhone oder iPad lässt sich nur über eine Seite auf seinem Home-Bildschirm etwas sagen: Füge diese Seite deinem Home-Bildschirm hinzu, öffne sie von dort, melde dich dort mit einem neuen Link an und komm zu diesem Schritt zurück. Es braucht iOS 16.4 oder neuer. Du kannst diesen Schritt auslassen; alles andere geht hier.",
                fr: "Un iPhone ou un iPad ne peut être prévenu que par une page de son écran d’accueil : ajoutez cette page à l’écran d’accueil, ouvrez-la de là, connectez-vous-y avec un nouveau lien, et revenez à cette étape. Il faut iOS 16.4 ou plus récent. Vous pouvez passer cette étape ; tout le reste marche ici.",
                es: "A un iPhone o iPad solo se le puede avisar por una página de su pantalla de inicio: añade esta página a tu pantalla de inicio, ábrela desde allí, accede allí con un enlace nuevo y vuelve a este paso. Hace falta iOS 16.4 o posterior. Puedes saltarte este paso; todo lo demás funciona aquí.",
                tr: "Bir iPhone’a ya da iPad’e yalnızca Ana Ekran’ındaki bir sayfadan haber verilebilir: Bu sayfayı Ana Ekran’a ekleyin, oradan açın, orada yeni bir bağlantıyla oturum açın ve bu adıma dönün. iOS 16.4 ya da sonrası gerekir. Bu adımı atlayabilirsiniz; gerisi burada çalışır.")
        case .testTitle: PageTexts(en: "Your first notification", ar: "أول إشعار لك", de: "Deine erste Nachricht", fr: "Votre première notification", es: "Tu primer aviso", tr: "İlk bildiriminiz")
        case .testText:
            PageTexts(
                en: "Press the button, and Belfry sends you one. It arrives here by itself, without loading the page again.", ar: "اضغط الزر فيرسل لك Belfry واحدًا. يصل هنا وحده دون إعادة تحميل الصفحة.",
                de: "Drück den Knopf, und Belfry schickt dir eine. Sie kommt hier von selbst an, ohne dass du neu lädst.", fr: "Appuyez sur le bouton, et Belfry vous en envoie une. Elle arrive ici d’elle-même, sans recharger la page.",
                es: "Pulsa el botón y Belfry te envía uno. Llega aquí solo, sin volver a cargar la página.", tr: "Düğmeye basın, Belfry bir tane göndersin. Sayfayı yenilemeden buraya kendiliğinden gelir.")
        case .testSend: PageTexts(en: "Send me one", ar: "أرسل لي واحدًا", de: "Schick mir eine", fr: "M’en envoyer une", es: "Envíame uno", tr: "Bana bir tane gönder")
        case .testAgain: PageTexts(en: "Send another", ar: "أرسل آخر", de: "Noch eine schicken", fr: "En envoyer une autre", es: "Enviar otro", tr: "Bir tane daha gönder")
        case .testArrived: PageTexts(en: "Arrived: {time}.", ar: "وصل: {time}.", de: "Angekommen: {time}.", fr: "Arrivée : {time}.", es: "Llegó: {time}.", tr: "Geldi: {time}.")
        case .testSeen: PageTexts(en: "I see it", ar: "أراه", de: "Ich sehe sie", fr: "Je la vois", es: "Lo veo", tr: "Görüyorum")
        case .testSeenDone: PageTexts(en: "You have seen it.", ar: "لقد رأيته.", de: "Du hast sie gesehen.", fr: "Vous l’avez vue.", es: "Lo has visto.", tr: "Gördünüz.")
        case .testMessageTitle: PageTexts(en: "Hello from Belfry", ar: "تحية من Belfry", de: "Gruß von Belfry", fr: "Bonjour de Belfry", es: "Un saludo de Belfry", tr: "Belfry’den merhaba")
        case .testMessageBody:
            PageTexts(
                en: "This is your first notification. From now on you are told what matters, and why.", ar: "هذا أول إشعار لك. من الآن تُخبَر بما يهم، ولماذا.",
                de: "Das ist deine erste Nachricht. Von jetzt an erfährst du, was zählt, und warum.", fr: "C’est votre première notification. Désormais, vous saurez ce qui compte, et pourquoi.",
                es: "Este es tu primer aviso. Desde ahora sabrás lo que importa, y por qué.", tr: "Bu ilk bildiriminiz. Bundan sonra önemli olanı ve nedenini öğreneceksiniz.")
        case .finished: PageTexts(en: "All is set", ar: "كل شيء جاهز", de: "Alles ist bereit", fr: "Tout est prêt", es: "Todo listo", tr: "Her şey hazır")
        case .finishedText:
            PageTexts(
                en: "You can change all of this in the settings at any time.", ar: "يمكنك تغيير كل هذا في الإعدادات متى شئت.", de: "All das kannst du jederzeit in den Einstellungen ändern.",
                fr: "Vous pouvez changer tout cela à tout moment dans les réglages.", es: "Puedes cambiar todo esto en los ajustes cuando quieras.", tr: "Bunların hepsini ayarlardan istediğiniz zaman değiştirebilirsiniz.")
        case .toFamily: PageTexts(en: "To your family", ar: "إلى عائلتك", de: "Zu deiner Familie", fr: "Vers votre famille", es: "A tu familia", tr: "Ailenize")
        case .toSettings: PageTexts(en: "All settings", ar: "كل الإعدادات", de: "Alle Einstellungen", fr: "Tous les réglages", es: "Todos los ajustes", tr: "Bütün ayarlar")
        }
    }
}
