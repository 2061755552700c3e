extension SampleText {
    static let worldRepositories = """
        hoshikuzu/yogisha | Swift | 夜汽車の時刻表を、眠れない夜のために。
        hoshikuzu/kasa-iru | Go | 傘がいるか、いらないか。それだけを答える API。
        hoshikuzu/gakufu | Rust | 譜面 (music) をめくる足踏みペダルのファームウェア。
        minato-kissa/record | Python | 喫茶店のレコード棚を目録にする。
        minato-kissa/koyomi | TypeScript | 二十四節気のカレンダー・ライブラリ。
        daidokoro/donabe | Ruby | レシピの分量を人数に合わせて計算し直す。
        qishui/wuding | Go | 屋顶天文台：用旧手机看星星。
        qishui/chashu | Python | 把会议记录变成一页纸。
        qishui/bingqilin | Vue | 夏天的小组件，不含添加剂。
        boricha/oktap | Kotlin | 옥탑방 라디오를 위한 작은 스트리밍 서버.
        boricha/makcha | Swift | 막차 시간을 알려 주는 위젯.
        leisesohlen/nachtbus | Java | Fahrpläne, die auch nachts um drei noch stimmen.
        leisesohlen/kehrwoche | PHP | Wer ist dran? Putzpläne für Häuser mit mehr als zwei Meinungen.
        leisesohlen/uebersicht | Rust | Überblick über große Verzeichnisse, größte zuerst.
        zwiebelkuchen/brotzeit | Elixir | Pausen, die wirklich gemacht werden.
        zwiebelkuchen/gartenzaun | Go | Ein Proxy mit Latten.
        mirabelle/minitel | C | Un émulateur de Minitel, avec l'attente d'époque.
        mirabelle/heures-creuses | Python | Décale vos calculs quand l'électricité est verte.
        mirabelle/boulangerie | JavaScript | Des cookies, rien que des cookies.
        limonero/azotea | Ruby | Tendederos compartidos para vecinos bien avenidos.
        limonero/siesta | Go | Pausa contenedores de dos a cuatro.
        limonero/sobremesa | TypeScript | Conversaciones que siguen después de comer, con hilos.
        varanda/saudade | Elm | Guarda o que a página tinha antes de mudar.
        varanda/cafezinho | Rust | Um servidor web do tamanho de uma xícara.
        podstakannik/tramvai | C++ | Симулятор трамвайной сети с чаем и лимоном.
        podstakannik/samovar | Haskell | Ленивые потоки, которые всегда горячие.
        podstakannik/sugrob | Python | Резервные копии под снегом: только добавление.
        karystinou/kafeneio | PHP | Κρατήσεις για καφενεία με πέντε τραπέζια.
        karystinou/varka | Rust | Μια μικρή βάρκα για μεγάλα αρχεία.
        naseem/oud | C++ | نموذج صوتي للعود: music من وتر وخشب.
        naseem/satr | Go | طقس اليوم في سطر واحد.
        mirpeset/kvisa | JavaScript | תזמון כביסה לבניין שלם.
        mirpeset/otobus | Swift | האוטובוס הבא, בלי פרסומות.
        chaipai/dukaan | Java | छोटी दुकान का हिसाब, बिना इंटरनेट के।
        chaipai/barsaat | Python | बारिश कब आएगी? एक सीधा जवाब।
        fonpram/rom | Dart | แอปเตือนให้พกร่ม
        fonpram/rod-me | TypeScript | รถเมล์คันไหน มาเมื่อไร
        polyglot-inn/guestbook | Elixir | Greets guests in two hundred languages, and means it.
        polyglot-inn/plural-rules | Rust | One, two, few, many, other: plurals without exceptions that surprise.
        polyglot-inn/keyboard-atlas | C# | Keyboard layouts of the world, as data.
        polyglot-inn/bidi-lantern | C++ | Shines on invisible direction marks in source code.
        polyglot-inn/family-emoji | Swift | How wide is it? A table for terminals: 👨‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈 é ｗｉｄｅ.
        tippex/undo-everything | OCaml | Undo, as a data structure and as a way of life.
        tippex/whiteout | C | Overwrites free space with snow.
        tippex/erratum | Go | Publishes corrections as loudly as the mistake.
        trojanmare/escape-artist | C | Colours \u{1B}[31mthat leak\u{1B}[0m and a title \u{1B}]0;owned\u{07} that was yours.
        trojanmare/reversed | Shell | Safe: \u{202E}hs < lruc\u{202C} to read
        trojanmare/clipboard-swift | Swift | Pastes \u{1B}]52;c;ZWNobyBvd25lZA==\u{07} for you.\u{85}Twice.
        longwinded/a-repository-with-a-name-that-goes-on-for-as-long-as-the-service-allows-which-is-one-hundred | Go | And a description to match: it explains at length what the name has already said, adds two examples that nobody asked for, apologises for the length, quotes a proverb about brevity, and then, when everyone has stopped reading, mentions in half a sentence the one thing that it is actually for, which is to see what happens to a row that does not fit on any screen that you own.
        emptyset/nothing | | A repository with nothing in it, well documented.
        emptyset/less | Brainfuck | Less than nothing, in eight instructions.

        """
}
