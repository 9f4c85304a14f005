/// What the settings say of a person's own addresses.
public enum AddressWord: PageWord {
    case title, lead, isOff, switchOn, alsoSwitchOn, withoutProvider
    case works, waitsForCode, waitsForLink, stopped, bounced, unwanted, gone
    case mailbox, number, topic, chat, room, matrix, roomOrMatrix, add, link, openLink, linkHint, lookAgain
    case code, confirm, newCode, newLink, test, resume, remove, addAgain
    case devices, browser, lastUsed
    case codeSent, confirmed, removed, resumed, testSent, testInDoubt, testNotNow, testRefused
    case badMailbox, badNumber, badTopic, badChat, badRoom, badMatrix, badRoomOrMatrix
    case testMessageBody

    public var texts: PageTexts {
        switch self {
        case .title:
            PageTexts(
                en: "Where you are told", ar: "أين تُخبَر", de: "Wo du benachrichtigt wirst", fr: "Où vous recevez les nouvelles", es: "Dónde recibes los avisos",
                tr: "Size nereden haber verilir")
        case .lead:
            PageTexts(
                en: "An address of yours counts once the six digits that are sent there have been entered here.",
                ar: "يُعتمد عنوانك بعد إدخال الأرقام الستة المرسلة إليه هنا.",
                de: "Eine Adresse von dir gilt, sobald die sechs Ziffern, die dorthin gehen, hier eingegeben sind.",
                fr: "Une adresse compte dès que les six chiffres qui y sont envoyés sont saisis ici.",
                es: "Una dirección tuya cuenta en cuanto se escriben aquí las seis cifras que se envían a ella.",
                tr: "Bir adresiniz, oraya gönderilen altı rakam buraya girilince geçerli olur.")
        case .isOff:
            PageTexts(
                en: "Switched off: nothing but codes and tests is sent here.", ar: "متوقف: لا يُرسل إلى هنا سوى الرموز والتجارب.",
                de: "Ausgeschaltet: Hierher gehen nur Codes und Proben.", fr: "Désactivé : seuls les codes et les essais arrivent ici.",
                es: "Desactivado: aquí solo llegan códigos y pruebas.", tr: "Kapalı: Buraya yalnızca kodlar ve denemeler gönderilir.")
        case .switchOn:
            PageTexts(
                en: "Switch on: {switch}", ar: "تفعيل: {switch}", de: "Einschalten: {switch}", fr: "Activer : {switch}", es: "Activar: {switch}", tr: "Aç: {switch}")
        case .alsoSwitchOn:
            PageTexts(
                en: "Also switch on: {switch}", ar: "فعّل أيضًا: {switch}", de: "Auch einschalten: {switch}", fr: "Activer aussi : {switch}",
                es: "Activar también: {switch}", tr: "Bunu da aç: {switch}")
        case .withoutProvider:
            PageTexts(
                en: "This server can’t send anything there now.", ar: "لا يستطيع هذا الخادم الإرسال إلى هناك الآن.",
                de: "Dieser Server kann dorthin derzeit nichts schicken.", fr: "Ce serveur ne peut rien y envoyer actuellement.",
                es: "Este servidor no puede enviar nada allí ahora.", tr: "Bu sunucu şu anda oraya bir şey gönderemiyor.")
        case .works: PageTexts(en: "confirmed", ar: "مؤكَّد", de: "bestätigt", fr: "confirmée", es: "confirmada", tr: "onaylandı")
        case .waitsForCode:
            PageTexts(en: "waits for its code", ar: "بانتظار رمزه", de: "wartet auf ihren Code", fr: "attend son code", es: "espera su código", tr: "kodunu bekliyor")
        case .waitsForLink:
            PageTexts(
                en: "waits for its link to be opened", ar: "بانتظار فتح رابطه", de: "wartet, bis der Link geöffnet wird", fr: "attend l’ouverture de son lien",
                es: "espera a que se abra su enlace", tr: "bağlantının açılmasını bekliyor")
        case .stopped:
            PageTexts(
                en: "ended by you: nothing is sent there", ar: "أوقفتَه: لا يُرسل إليه شيء", de: "von dir beendet: dorthin geht nichts",
                fr: "arrêtée par vous : rien n’y est envoyé", es: "la paraste: no se envía nada", tr: "siz durdurdunuz: oraya bir şey gönderilmiyor")
        case .bounced:
            PageTexts(
                en: "mail came back: nothing is sent there", ar: "عاد البريد: لا يُرسل إليه شيء", de: "Post kam zurück: dorthin geht nichts",
                fr: "le courrier est revenu : rien n’y est envoyé", es: "el correo volvió: no se envía nada", tr: "posta geri döndü: oraya bir şey gönderilmiyor")
        case .unwanted:
            PageTexts(
                en: "reported as unwanted: nothing is sent there", ar: "أُبلغ أنه غير مرغوب: لا يُرسل إليه شيء", de: "als unerwünscht gemeldet: dorthin geht nichts",
                fr: "signalée indésirable : rien n’y est envoyé", es: "señalada como no deseada: no se envía nada",
                tr: "istenmiyor diye bildirildi: oraya bir şey gönderilmiyor")
        case .gone:
            PageTexts(
                en: "nobody is reached there any more", ar: "لم يعد أحد يُوصَل إليه هناك", de: "dort ist niemand mehr erreichbar", fr: "plus personne n’y est joignable",
                es: "ya no se llega a nadie allí", tr: "artık orada kimseye ulaşılamıyor")
        case .mailbox: PageTexts(en: "E-mail address", ar: "عنوان البريد الإلكتروني", de: "E-Mail-Adresse", fr: "Adresse e-mail", es: "Dirección de correo", tr: "E-posta adresi")
        case .number:
            PageTexts(
                en: "Number with its country, as +4915112345678", ar: "الرقم مع رمز البلد، مثل \u{200E}+4915112345678", de: "Nummer mit Land, wie +4915112345678",
                fr: "Numéro avec son pays, comme +4915112345678", es: "Número con su país, como +4915112345678", tr: "Ülke koduyla numara: +4915112345678 gibi")
        case .topic:
            PageTexts(
                en: "Topic that nobody guesses, of 16 to 64 characters", ar: "موضوع لا يخمّنه أحد، من 16 إلى 64 حرفًا", de: "Thema, das niemand errät, mit 16 bis 64 Zeichen",
                fr: "Sujet que personne ne devine, de 16 à 64 caractères", es: "Tema que nadie adivine, de 16 a 64 caracteres",
                tr: "Kimsenin tahmin edemeyeceği, 16–64 karakterlik konu")
        case .chat:
            PageTexts(
                en: "Telegram’s number of the chat with the bot", ar: "رقم المحادثة مع البوت في تيليجرام", de: "Telegrams Nummer des Chats mit dem Bot",
                fr: "Numéro Telegram de la discussion avec le bot", es: "Número de Telegram del chat con el bot", tr: "Botla sohbetin Telegram’daki numarası")
        case .room:
            PageTexts(
                en: "Address of the room’s incoming webhook", ar: "عنوان webhook الوارد للغرفة", de: "Adresse des eingehenden Webhooks des Raums",
                fr: "Adresse du webhook entrant du salon", es: "Dirección del webhook entrante de la sala", tr: "Odanın gelen webhook adresi")
        case .matrix:
            PageTexts(
                en: "Room or person in Matrix, as #family:example.org or @ana:example.org",
                ar: "غرفة أو شخص في Matrix، مثل \u{200E}#family:example.org أو \u{200E}@ana:example.org",
                de: "Raum oder Person in Matrix, wie #familie:example.org oder @ana:example.org",
                fr: "Salon ou personne dans Matrix, comme #famille:example.org ou @ana:example.org",
                es: "Sala o persona en Matrix, como #familia:example.org o @ana:example.org",
                tr: "Matrix’te oda ya da kişi: #aile:example.org ya da @ana:example.org gibi")
        case .roomOrMatrix:
            PageTexts(
                en: "Address of the room’s incoming webhook, or in Matrix a room or person, as #family:example.org or @ana:example.org",
                ar: "عنوان webhook الوارد للغرفة، أو غرفة أو شخص في Matrix، مثل \u{200E}#family:example.org أو \u{200E}@ana:example.org",
                de: "Adresse des eingehenden Webhooks des Raums, oder in Matrix ein Raum oder eine Person, wie #familie:example.org oder @ana:example.org",
                fr: "Adresse du webhook entrant du salon, ou dans Matrix un salon ou une personne, comme #famille:example.org ou @ana:example.org",
                es: "Dirección del webhook entrante de la sala, o en Matrix una sala o persona, como #familia:example.org o @ana:example.org",
                tr: "Odanın gelen webhook adresi ya da Matrix’te oda veya kişi: #aile:example.org ya da @ana:example.org gibi")
        case .add: PageTexts(en: "Send a code there", ar: "أرسل رمزًا إليه", de: "Code dorthin schicken", fr: "Y envoyer un code", es: "Enviar un código allí", tr: "Oraya kod gönder")
        case .link: PageTexts(en: "Link a chat", ar: "اربط محادثة", de: "Chat verbinden", fr: "Relier une discussion", es: "Vincular un chat", tr: "Sohbet bağla")
        case .openLink: PageTexts(en: "Open Telegram", ar: "افتح تيليجرام", de: "Telegram öffnen", fr: "Ouvrir Telegram", es: "Abrir Telegram", tr: "Telegram’ı aç")
        case .linkHint:
            PageTexts(
                en: "Press Start in the chat that opens. The link counts for 15 minutes, and whoever opens it is told in your place: show it to nobody.",
                ar: "اضغط «ابدأ» في المحادثة التي تُفتح. يصلح الرابط 15 دقيقة، ومن يفتحه يُخبَر بدلًا منك، فلا تُظهره لأحد.",
                de: "Tippe in dem Chat, der aufgeht, auf „Starten“. Der Link gilt 15 Minuten, und wer ihn öffnet, erfährt alles an deiner Stelle: Zeig ihn niemandem.",
                fr: "Appuyez sur « Démarrer » dans la discussion qui s’ouvre. Le lien vaut 15 minutes, et qui l’ouvre reçoit tout à votre place : ne le montrez à personne.",
                es: "Pulsa «Iniciar» en el chat que se abre. El enlace vale 15 minutos, y quien lo abra recibirá todo en tu lugar: no se lo enseñes a nadie.",
                tr: "Açılan sohbette Başlat’a basın. Bağlantı 15 dakika geçerlidir; onu açan sizin yerinize haber alır, kimseye göstermeyin.")
        case .lookAgain: PageTexts(en: "I pressed Start", ar: "ضغطتُ «ابدأ»", de: "Ich habe „Starten“ getippt", fr: "J’ai appuyé sur « Démarrer »", es: "He pulsado «Iniciar»", tr: "Başlat’a bastım")
        case .code: PageTexts(en: "Code", ar: "الرمز", de: "Code", fr: "Code", es: "Código", tr: "Kod")
        case .confirm: PageTexts(en: "Confirm", ar: "تأكيد", de: "Bestätigen", fr: "Confirmer", es: "Confirmar", tr: "Onayla")
        case .newCode: PageTexts(en: "Send a new code", ar: "أرسل رمزًا جديدًا", de: "Neuen Code schicken", fr: "Envoyer un nouveau code", es: "Enviar un código nuevo", tr: "Yeni kod gönder")
        case .newLink: PageTexts(en: "Make a new link", ar: "أنشئ رابطًا جديدًا", de: "Neuen Link machen", fr: "Créer un nouveau lien", es: "Crear un enlace nuevo", tr: "Yeni bağlantı oluştur")
        case .test: PageTexts(en: "Send a test", ar: "أرسل تجربة", de: "Probe schicken", fr: "Envoyer un essai", es: "Enviar una prueba", tr: "Deneme gönder")
        case .resume: PageTexts(en: "Send there again", ar: "أرسل إليه مجددًا", de: "Wieder dorthin schicken", fr: "Y envoyer de nouveau", es: "Volver a enviar allí", tr: "Oraya yeniden gönder")
        case .remove: PageTexts(en: "Remove", ar: "إزالة", de: "Entfernen", fr: "Retirer", es: "Quitar", tr: "Kaldır")
        case .addAgain:
            PageTexts(
                en: "Add it again, by a new code", ar: "أضفه مجددًا برمز جديد", de: "Wieder aufnehmen, mit neuem Code", fr: "La remettre, avec un nouveau code",
                es: "Volver a añadirla, con un código nuevo", tr: "Yeni bir kodla yeniden ekle")
        case .devices:
            PageTexts(
                en: "Devices and browsers", ar: "الأجهزة والمتصفحات", de: "Geräte und Browser", fr: "Appareils et navigateurs", es: "Dispositivos y navegadores",
                tr: "Cihazlar ve tarayıcılar")
        case .browser: PageTexts(en: "Browser", ar: "متصفح", de: "Browser", fr: "Navigateur", es: "Navegador", tr: "Tarayıcı")
        case .lastUsed:
            PageTexts(
                en: "last seen on {day}", ar: "آخر ظهور {day}", de: "zuletzt gesehen am {day}", fr: "vu pour la dernière fois le {day}", es: "visto por última vez el {day}",
                tr: "son görülme: {day}")
        case .codeSent:
            PageTexts(
                en: "A code is on its way there. Enter it within 15 minutes.", ar: "الرمز في طريقه إليه. أدخله خلال 15 دقيقة.",
                de: "Ein Code ist dorthin unterwegs. Gib ihn innerhalb von 15 Minuten ein.", fr: "Un code y est envoyé. Saisissez-le dans les 15 minutes.",
                es: "Un código va de camino. Escríbelo en 15 minutos.", tr: "Oraya bir kod gönderildi. 15 dakika içinde girin.")
        case .confirmed:
            PageTexts(
                en: "The address is confirmed, and counts from now on.", ar: "تأكّد العنوان، وهو معتمد من الآن.", de: "Die Adresse ist bestätigt und gilt ab jetzt.",
                fr: "L’adresse est confirmée et compte désormais.", es: "La dirección está confirmada y cuenta desde ahora.", tr: "Adres onaylandı; bundan böyle geçerli.")
        case .removed: PageTexts(en: "Removed.", ar: "أُزيل.", de: "Entfernt.", fr: "Retirée.", es: "Quitada.", tr: "Kaldırıldı.")
        case .resumed:
            PageTexts(
                en: "Messages go there again.", ar: "تُرسل الرسائل إليه مجددًا.", de: "Dorthin gehen wieder Nachrichten.", fr: "Les messages y arrivent de nouveau.",
                es: "Los mensajes vuelven a llegar allí.", tr: "İletiler yeniden oraya gidiyor.")
        case .testSent:
            PageTexts(
                en: "The test was taken for delivery. It should be there in a moment.", ar: "قُبلت التجربة للإرسال. ستصل بعد لحظات.",
                de: "Die Probe wurde angenommen. Sie sollte gleich da sein.", fr: "L’essai a été accepté. Il devrait arriver dans un instant.",
                es: "La prueba se aceptó para su envío. Debería llegar enseguida.", tr: "Deneme gönderime alındı. Birazdan orada olmalı.")
        case .testInDoubt:
            PageTexts(
                en: "The test was handed over, but the answer was lost: it may be there, or not.", ar: "سُلّمت التجربة لكن الرد ضاع: ربما وصلت وربما لا.",
                de: "Die Probe wurde übergeben, aber die Antwort ging verloren: Vielleicht ist sie da, vielleicht nicht.",
                fr: "L’essai a été remis, mais la réponse s’est perdue : il est peut-être arrivé, ou non.",
                es: "La prueba se entregó, pero se perdió la respuesta: puede que haya llegado, o no.",
                tr: "Deneme verildi, ama yanıt kayboldu: Ulaşmış olabilir de olmayabilir de.")
        case .testNotNow:
            PageTexts(
                en: "The test couldn’t be sent just now. Please try again later.", ar: "تعذّر إرسال التجربة الآن. حاول لاحقًا من فضلك.",
                de: "Die Probe konnte gerade nicht geschickt werden. Bitte versuch es später noch einmal.",
                fr: "L’essai n’a pas pu être envoyé pour le moment. Veuillez réessayer plus tard.", es: "Ahora no se pudo enviar la prueba. Inténtalo más tarde.",
                tr: "Deneme şu anda gönderilemedi. Lütfen sonra yeniden deneyin.")
        case .testRefused:
            PageTexts(
                en: "The test was refused. Check whether the address is right and still works.", ar: "رُفضت التجربة. تحقق من صحة العنوان ومن أنه ما زال يعمل.",
                de: "Die Probe wurde abgelehnt. Prüfe, ob die Adresse stimmt und noch geht.",
                fr: "L’essai a été refusé. Vérifiez que l’adresse est juste et fonctionne encore.",
                es: "La prueba fue rechazada. Comprueba que la dirección sea correcta y siga funcionando.",
                tr: "Deneme reddedildi. Adresin doğru olup olmadığına ve hâlâ çalışıp çalışmadığına bakın.")
        case .badMailbox:
            PageTexts(
                en: "Give an e-mail address such as ana@example.org.", ar: "أدخل عنوان بريد مثل \u{200E}ana@example.org.",
                de: "Gib eine E-Mail-Adresse an wie ana@example.org.", fr: "Donnez une adresse e-mail comme ana@example.org.",
                es: "Escribe una dirección como ana@example.org.", tr: "ana@example.org gibi bir e-posta adresi girin.")
        case .badNumber:
            PageTexts(
                en: "Give the number with its country and without spaces, as +4915112345678.", ar: "أدخل الرقم مع رمز البلد وبلا مسافات، مثل \u{200E}+4915112345678.",
                de: "Gib die Nummer mit Land und ohne Leerzeichen an, wie +4915112345678.",
                fr: "Donnez le numéro avec son pays et sans espaces, comme +4915112345678.", es: "Escribe el número con su país y sin espacios, como +4915112345678.",
                tr: "Numarayı ülke koduyla ve boşluksuz girin: +4915112345678 gibi.")
        case .badTopic:
            PageTexts(
                en: "A topic has 16 to 64 characters out of A to Z, a to z, 0 to 9, - and _. Nobody should guess it.",
                ar: "للموضوع من 16 إلى 64 حرفًا من A إلى Z ومن a إلى z ومن 0 إلى 9 و- و_. يجب ألا يخمّنه أحد.",
                de: "Ein Thema hat 16 bis 64 Zeichen aus A bis Z, a bis z, 0 bis 9, - und _. Niemand soll es erraten.",
                fr: "Un sujet a de 16 à 64 caractères parmi A à Z, a à z, 0 à 9, - et _. Personne ne doit le deviner.",
                es: "Un tema tiene de 16 a 64 caracteres de A a Z, a a z, 0 a 9, - y _. Nadie debe adivinarlo.",
                tr: "Konu A–Z, a–z, 0–9, - ve _ arasından 16–64 karakterdir. Kimse tahmin edememeli.")
        case .badChat:
            PageTexts(
                en: "Give the chat’s number in digits, as Telegram has it. Groups have none that counts.", ar: "أدخل رقم المحادثة بالأرقام كما هو في تيليجرام. أرقام المجموعات لا تصلح.",
                de: "Gib die Nummer des Chats in Ziffern an, wie Telegram sie hat. Die von Gruppen gelten nicht.",
                fr: "Donnez le numéro de la discussion en chiffres, tel que Telegram l’a. Ceux des groupes ne comptent pas.",
                es: "Escribe el número del chat en cifras, como lo tiene Telegram. Los de grupos no valen.",
                tr: "Sohbetin Telegram’daki numarasını rakamlarla girin. Grupların numaraları geçmez.")
        case .badRoom:
            PageTexts(
                en: "Give the whole address of the room’s incoming webhook, which begins with https://.",
                ar: "أدخل العنوان الكامل لـ webhook الوارد للغرفة، ويبدأ بـ \u{200E}https://.",
                de: "Gib die ganze Adresse des eingehenden Webhooks des Raums an. Sie beginnt mit https://.",
                fr: "Donnez l’adresse complète du webhook entrant du salon, qui commence par https://.",
                es: "Escribe la dirección completa del webhook entrante de la sala, que empieza por https://.",
                tr: "Odanın gelen webhook’unun https:// ile başlayan tam adresini girin.")
        case .badMatrix:
            PageTexts(
                en: "Name a room or person in Matrix with its server, as #family:example.org or @ana:example.org.",
                ar: "اذكر غرفة أو شخصًا في Matrix مع الخادم، مثل \u{200E}#family:example.org أو \u{200E}@ana:example.org.",
                de: "Nenne einen Raum oder eine Person in Matrix mit dem Server, wie #familie:example.org oder @ana:example.org.",
                fr: "Nommez un salon ou une personne dans Matrix avec son serveur, comme #famille:example.org ou @ana:example.org.",
                es: "Nombra una sala o persona en Matrix con su servidor, como #familia:example.org o @ana:example.org.",
                tr: "Matrix’te bir odayı ya da kişiyi sunucusuyla yazın: #aile:example.org ya da @ana:example.org gibi.")
        case .badRoomOrMatrix:
            PageTexts(
                en: "Give the whole address of the room’s incoming webhook, which begins with https://, or name a room or person in Matrix, as #family:example.org.",
                ar: "أدخل العنوان الكامل لـ webhook الوارد للغرفة، ويبدأ بـ \u{200E}https://، أو اذكر غرفة أو شخصًا في Matrix، مثل \u{200E}#family:example.org.",
                de: "Gib die ganze Adresse des eingehenden Webhooks des Raums an, die mit https:// beginnt, oder nenne einen Raum oder eine Person in Matrix, "
                    + "wie #familie:example.org.",
                fr: "Donnez l’adresse complète du webhook entrant du salon, qui commence par https://, ou nommez un salon ou une personne dans Matrix, "
                    + "comme #famille:example.org.",
                es: "Escribe la dirección completa del webhook entrante de la sala, que empieza por https://, o nombra una sala o persona en Matrix, "
                    + "como #familia:example.org.",
                tr: "Odanın gelen webhook’unun https:// ile başlayan tam adresini girin ya da Matrix’te bir odayı veya kişiyi yazın: #aile:example.org gibi.")
        case .testMessageBody:
            PageTexts(
                en: "This is the test that you asked for. You can be reached here.", ar: "هذه هي التجربة التي طلبتها. يمكن الوصول إليك هنا.",
                de: "Das ist die Probe, die du wolltest. Hier bist du zu erreichen.", fr: "Voici l’essai que vous avez demandé. Vous êtes joignable ici.",
                es: "Esta es la prueba que pediste. Aquí se te puede localizar.", tr: "İstediğiniz deneme bu. Size buradan ulaşılabiliyor.")
        }
    }
}
