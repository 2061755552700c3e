extension SampleText {
    static let japaneseApps = """
        music | 夜汽車ラジオ | 星屑ラボ | 眠れない夜のための音楽と、遠い駅の話。
        music | ポケット三味線 | Oto no Komichi Labo | 三本の糸で音楽をはじめよう。譜面が読めなくても大丈夫。
        music | 音楽ノート | Oto no Komichi Labo | 練習の記録、録音、先生のひとことを一冊に。
        music | うたたねピアノ 🎹 | 星屑ラボ | 静かな音楽を、静かな鍵盤で。
        music | がくふめくり | Oto no Komichi Labo | 手をふれずに楽譜をめくる、音楽家のための譜面台。
        music | 路地裏レコード | 喫茶みなと | 店主が毎日一枚だけ選ぶ音楽。
        photo | ひなた写真館 | 喫茶みなと | 写真を、祖父の写真館の色で現像します。
        recipe | 土鍋日和 | Daidokoro Kobo | ひとつの鍋、三十分、後片づけまで。
        recipe | おべんとう百景 🍱 | Daidokoro Kobo | 明日のおべんとうが五分で決まる。
        weather | 傘いる? | 星屑ラボ | いるか、いらないか。それだけの天気アプリ。
        calendar | 二十四節気こよみ | 喫茶みなと | 季節の言葉と月の満ち欠けのカレンダー。
        games | 将棋の縁側 | まつかぜ遊戯 | 待ったあり。お茶あり。Chess とは少し違う夜を。
        books | 文庫のしおり | 喫茶みなと | 読みかけの一行を、忘れずにとっておく。
        tools | ガ行練習帳（濁点つき: カ\u{3099}キ\u{3099}ク\u{3099}） | まつかぜ遊戯 | 結合文字の濁点でも、きちんと見える発音帳。

        """

    static let japaneseParagraphs = """
        # general
        {name}は端末の中だけで動きます。登録も広告もありません。電波の届かない山の上でもお使いいただけます。

        {company}は三人の小さな会社です。いただいたお便りはすべて読み、金曜日にお茶を飲みながらお返事を書いています。

        主な機能
        • 片手で使える大きなボタン
        • 文字の大きさと読み上げに対応
        • 記録はいつでもファイルに書き出せます

        「母に教えたら、母のほうが詳しくなりました。」――横浜のお客さまより

        # release notes
        細かな不具合を直しました。

        • 起動が速くなりました
        • 画面を回したときに文字が消える問題を修正
        • ご意見ありがとうございました

        """

    static let chineseApps = """
        music | 弄堂留声机 | Banmu Pond Studio | 每天一张老唱片，音乐之外还有街角的故事。
        music | 口袋古筝 | Banmu Pond Studio | 二十一根弦，从第一个音开始学音乐。
        recipe | 外婆的灶台 | Xiaoman Kitchen (小满厨房) | 一人食、两人食，三十分钟上桌的家常菜谱。
        weather | 听雨 | Yunjiao Labs | 下一小时会不会下雨，听一听就知道。
        calendar | 节气历 | Xiaoman Kitchen (小满厨房) | 农历、节气和该吃什么，一页看完。
        games | 楚河汉界 | Bamboo Grove Games | 象棋残局三千，楼下大爷同款对手。
        notes | 便笺匣 | Banmu Pond Studio | 写下来，放进匣子，需要时自己出来。
        photo | 暗房十二格 | Yunjiao Labs | 十二格胶片，拍完才能冲洗。
        transit | 末班车 | Yunjiao Labs | 还赶得上吗？几号口最近？
        kids | 字从哪里来 | Bamboo Grove Games | 一百个汉字和它们小时候的样子。

        """

    static let chineseParagraphs = """
        # general
        {name}完全在本机运行：不注册、没有广告，也不会问您在哪里。

        {company}只有四个人。每一封来信我们都会读，并在周五的茶歇时回信。

        主要功能：
        • 大字体与朗读
        • 单手操作，戴手套也能用
        • 数据随时导出为普通文件

        # release notes
        修复若干问题，启动更快。

        • 搜索支持拼音首字母
        • 修正横屏时文字重叠的问题
        • 感谢大家的来信

        """

    static let koreanApps = """
        music | 골목 라디오 | Dalhangari Studio | 늦은 밤, 동네 음악다방의 사연과 음악을 들려드립니다.
        music | 장단 메트로놈 | Dalhangari Studio | 굿거리부터 자진모리까지, 우리 음악의 장단을 손끝에.
        recipe | 엄마의 손맛 | 부뚜막 연구소 | 한 꼬집, 한 줌을 숟가락으로 바꿔 드려요.
        weather | 우산 챙겨요 | Malgeum Store | 나가기 십 분 전에만 알려 주는 날씨.
        calendar | 음력 달력 | Malgeum Store | 제사, 생신, 절기를 한눈에.
        books | 책갈피 | 부뚜막 연구소 | 밑줄 친 문장이 다시 찾아옵니다.
        fitness | 뒷산 한 바퀴 | Malgeum Store | 삼십 분 코스, 약수터 포함.
        tools | 한글 자모 (\u{1112}\u{1161}\u{11AB}) | 부뚜막 연구소 | 풀어쓴 자모도 바르게 모아 보여 주는 글자 도구.

        """

    static let koreanParagraphs = """
        # general
        {name}은 기기 안에서만 작동합니다. 가입도 광고도 없습니다.

        {company}은 세 사람이 꾸려 갑니다. 보내 주신 편지는 모두 읽고 답장합니다.

        이런 점이 좋아요
        • 큰 글씨와 읽어 주기 지원
        • 한 손으로 쓰기 편한 화면
        • 언제든 파일로 내보내기

        # release notes
        작은 오류를 고쳤습니다.

        • 더 빨리 열립니다
        • 화면을 돌릴 때 목록이 사라지던 문제를 고쳤습니다

        """
}
