internal import Provision

extension Language {
  /// Japanese wording for what is wrong with a manifest.
  func japanese(_ kind: ManifestIssue.Kind) -> String {
    switch kind {
    case .noSuchFile: "ファイルがありません"
    case .isDirectory: "ディレクトリです"
    case .notARegularFile: "通常のファイルではありません。先にファイルへ保存してください"
    case .unreadable(let code): "読めません: \(Wording.reason(code))"
    case .fileTooLarge(let bytes, let limit): "大きすぎます: \(bytes) バイト（上限 \(limit)）"
    case .changed: "使用中に変更されました。やり直してください"
    case .cannotConvert(let code): "一時ファイルを作れません: \(Wording.reason(code))"
    case .unknownEncoding(let name): "文字コード \(name) は不明です。名前の一覧: iconv --list"
    case .invalidDelimiter(let value): "\(value) は区切り文字にできません。ASCII 1 文字を指定してください"
    case .invalidBytes(let encoding): "\(encoding) として読めません。--encoding で正しい文字コードを指定してください"
    case .workbook: "表計算ソフト専用のファイルです。CSV（UTF-8）として保存してください"
    case .nulCharacter: "NUL 文字があります。--encoding で正しい文字コードを指定してください（UTF-16?）"
    case .emptyFile: "ファイルが空です"
    case .noRows: "行がありません"
    case .tooManyRows(let limit): "\(limit) 行を超えています"
    case .noPayloadColumn(let columns, let suggestion):
      "url または text の列がありません。ある列: \(columns.joined(separator: "、"))。"
        + (suggestion.map { "\($0) ではありませんか" } ?? "列名を直すか、--url または --text を指定してください")
    case .duplicateColumn(let name): "列 \(name) が 2 つあります"
    case .tooManyColumns(let limit): "\(limit) 列を超えています"
    case .mixedValues(let value): "ほかの値は URL ですが、これは URL ではありません: \(value)"
    case .template(let field, .unclosedBrace(let position)):
      "--\(field.rawValue): \(position) 文字目の { が閉じていません"
    case .template(let field, .strayBrace(let position)):
      "--\(field.rawValue): \(position) 文字目の } に対応する { がありません。文字としては }} と書いてください"
    case .template(let field, .secondMirror(let position)):
      "--\(field.rawValue): \(position) 文字目に 2 つ目の {mirror} があります。チップのミラーは 1 つだけです"
    case .template(let field, .emptyName(let position)): "--\(field.rawValue): \(position) 文字目の {} に名前がありません"
    case .templateColumn(let field, let name, let suggestion):
      "--\(field.rawValue): 列 \(name) がありません" + (suggestion.map { "。\($0) ではありませんか" } ?? "")
    case .unclosedQuote: "ここの引用符が閉じていません"
    case .strayQuote: "セルの途中に引用符があります。セル全体を引用符で囲み、中の引用符は二重にしてください"
    case .fieldCount(let found, let expected): "セルが \(found) 個あります（\(expected) 個必要）"
    case .cellTooLong(let limit): "セルが \(limit) バイトを超えています"
    case .rowTooLong(let limit): "行が \(limit) バイトを超えています"
    case .invalidJSON(let kind): "JSON が正しくありません: \(Wording.phrase(kind))"
    case .topLevelObject: "JSON オブジェクトが 1 つだけです。行の配列が必要です"
    case .rowType(let type): "行はオブジェクトか文字列です。これは \(type) です"
    case .mixedRows: "行はオブジェクトか文字列のどちらかに揃えてください"
    case .duplicateKey(let name): "キー \(name) が 2 回あります"
    case .valueType(let column, let type): "\(column) に \(type) は使えません"
    case .noPayload: "この行に URL もテキストもありません"
    case .missingID: "この行に id がありません"
    case .duplicateID(let id, let row, let line): "id \(id) は行 \(row)（\(line) 行目）で使われています"
    case .url(let fault): japanese(fault)
    case .missingValue(let column): "テンプレートで使う列 \(column) が空です"
    case .language(let value, .form(let suggestion)):
      "\(value) は言語タグではありません" + (suggestion.map { "。\($0) ではありませんか" } ?? "")
    case .language(let value, .length(let length)): "言語 \(value) は \(length) 文字です（1～63 文字）"
    case .invalidUID(let value): "\(value) は UID ではありません。16 進数字で書いてください"
    case .duplicateUID(let uid, let row, let line): "タグ \(uid) は行 \(row)（\(line) 行目）で使われています"
    case .invalidLock(let value): "lock は yes か no です（\(value)）"
    case .encodingNeeded(let candidates):
      "UTF-8 でも Windows-1252 でもありません。文字コードを指定してください: --encoding \(candidates.joined(separator: "、"))"
    case .unsafeScheme(let scheme): "\(scheme): はタグからスマートフォンで開けません"
    case .unknownScheme(let scheme, let suggestion): "スキーム \(scheme): は見慣れません。\(suggestion): ではありませんか"
    case .spreadsheetValue(let value): "id の \(value) は表計算ソフトに書き換えられたようです。その列を文字列の書式にしてください"
    case .upperCaseScheme: "スキームに大文字があります。認識しない携帯電話があります"
    case .nonASCIIURL: "URL に ASCII 以外の文字があります。そのまま書きますが、携帯電話により動作が異なります"
    case .unencodedBracket: "URL の角括弧は %5B と %5D にしてください"
    case .surroundingSpace(let column): "\(column) の前後に空白があります（そのまま残します）"
    case .unusedColumn(let name, let suggestion): "列 \(name) は使われていません。\(suggestion) ではありませんか"
    case .assumedEncoding(let name): "UTF-8 ではないため \(name) とみなしました。違う場合は --encoding で指定してください"
    }
  }

  private func japanese(_ fault: URLFault) -> String {
    switch fault {
    case .empty: "URL が空です"
    case .noScheme: "URL にスキームがありません。先頭に https:// を付けてください"
    case .whitespace(let scalar): "URL に空白（\(Wording.code(scalar))）があります。%20 にするか削除してください"
    case .trailingWhitespace(let scalar): "URL の後ろに空白（\(Wording.code(scalar))）があります。削除してください"
    case .control(let scalar): "URL に制御文字（\(Wording.code(scalar))）があります"
    case .percent: "URL の % の後に 16 進 2 桁がありません。% 自体は %25 と書きます"
    case .character(let scalar): "URL の文字 \(Wording.code(scalar)) はパーセント符号化が必要です"
    case .noHost: "URL にホストがありません"
    case .port: "URL のポートが 0～65535 の数ではありません"
    }
  }
}
