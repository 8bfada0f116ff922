internal import Provision

extension Language {
  /// Simplified Chinese wording for what is wrong with a manifest.
  func chinese(_ kind: ManifestIssue.Kind) -> String {
    switch kind {
    case .noSuchFile: "文件不存在"
    case .isDirectory: "是目录"
    case .notARegularFile: "不是普通文件；请先保存为文件"
    case .unreadable(let code): "无法读取: \(Wording.reason(code))"
    case .fileTooLarge(let bytes, let limit): "文件过大: \(bytes) 字节，最多 \(limit)"
    case .changed: "使用期间文件被更改；请重新开始"
    case .cannotConvert(let code): "无法建立临时文件: \(Wording.reason(code))"
    case .unknownEncoding(let name): "未知编码 \(name)；名称列表: iconv --list"
    case .invalidDelimiter(let value): "\(value) 不能作分隔符；请给一个 ASCII 字符"
    case .invalidBytes(let encoding): "这些字节不是 \(encoding)；请用 --encoding 指定正确的编码"
    case .workbook: "这是电子表格程序自己的文件；请另存为 CSV（UTF-8）"
    case .nulCharacter: "有 NUL 字符；请用 --encoding 指定正确的编码（UTF-16？）"
    case .emptyFile: "文件为空"
    case .noRows: "没有数据行"
    case .tooManyRows(let limit): "超过 \(limit) 行"
    case .noPayloadColumn(let columns, let suggestion):
      "没有 url 或 text 列；现有列: \(columns.joined(separator: ", "))；"
        + (suggestion.map { "是否想用 \($0)？" } ?? "请改列名，或使用 --url 或 --text")
    case .duplicateColumn(let name): "有两列都叫 \(name)"
    case .tooManyColumns(let limit): "超过 \(limit) 列"
    case .mixedValues(let value): "其他值都是 URL，此值不是: \(value)"
    case .template(let field, .unclosedBrace(let position)): "--\(field.rawValue): 第 \(position) 个字符的 { 没有 }"
    case .template(let field, .strayBrace(let position)):
      "--\(field.rawValue): 第 \(position) 个字符的 } 没有 {；括号本身请写 }}"
    case .template(let field, .secondMirror(let position)):
      "--\(field.rawValue): 第 \(position) 个字符处有第二个 {mirror}；芯片只有一个镜像"
    case .template(let field, .emptyName(let position)): "--\(field.rawValue): 第 \(position) 个字符的 {} 没有名称"
    case .templateColumn(let field, let name, let suggestion):
      "--\(field.rawValue): 没有列 \(name)" + (suggestion.map { "；是否想用 \($0)？" } ?? "")
    case .unclosedQuote: "此处的引号没有结束"
    case .strayQuote: "单元格中间有引号；请给整个单元格加引号并将内部引号写两次"
    case .fieldCount(let found, let expected): "有 \(found) 个单元格，应为 \(expected) 个"
    case .cellTooLong(let limit): "单元格超过 \(limit) 字节"
    case .rowTooLong(let limit): "行超过 \(limit) 字节"
    case .invalidJSON(let kind): "JSON 无效: \(Wording.phrase(kind))"
    case .topLevelObject: "这是一个 JSON 对象；需要由行组成的数组"
    case .rowType(let type): "行必须是对象或字符串，这是 \(type)"
    case .mixedRows: "各行应统一为对象或字符串"
    case .duplicateKey(let name): "键 \(name) 出现两次"
    case .valueType(let column, let type): "\(column) 不能是 \(type)"
    case .noPayload: "此行既无 URL 也无文本"
    case .missingID: "此行没有 id"
    case .duplicateID(let id, let row, let line): "id \(id) 已用于第 \(row) 行（文件第 \(line) 行）"
    case .url(let fault): chinese(fault)
    case .missingValue(let column): "模板使用的列 \(column) 在此为空"
    case .language(let value, .form(let suggestion)):
      "\(value) 不是语言标签" + (suggestion.map { "；是否想用 \($0)？" } ?? "")
    case .language(let value, .length(let length)): "语言 \(value) 有 \(length) 个字符，允许 1 到 63 个"
    case .invalidUID(let value): "\(value) 不是 UID；请写十六进制数字"
    case .duplicateUID(let uid, let row, let line): "标签 \(uid) 已用于第 \(row) 行（文件第 \(line) 行）"
    case .invalidLock(let value): "lock 应为 yes 或 no，而不是 \(value)"
    case .encodingNeeded(let candidates):
      "既不是 UTF-8 也不是 Windows-1252；请指定编码：--encoding \(candidates.joined(separator: "、"))"
    case .unsafeScheme(let scheme): "手机不会从标签打开 \(scheme):"
    case .unknownScheme(let scheme, let suggestion): "方案 \(scheme): 不常见；是否应为 \(suggestion):？"
    case .spreadsheetValue(let value): "id \(value) 似乎被电子表格改动；请在其中把该列设为文本格式"
    case .upperCaseScheme: "协议名含大写字母；部分手机无法识别"
    case .nonASCIIURL: "URL 含非 ASCII 字符；将原样写入，各手机处理不同"
    case .unencodedBracket: "URL 中的方括号应写作 %5B 和 %5D"
    case .surroundingSpace(let column): "\(column) 首尾有空格，将予保留"
    case .unusedColumn(let name, let suggestion): "列 \(name) 未被使用；是否想用 \(suggestion)？"
    case .assumedEncoding(let name): "不是 UTF-8，按 \(name) 处理；否则请用 --encoding 指定"
    }
  }

  private func chinese(_ fault: URLFault) -> String {
    switch fault {
    case .empty: "URL 为空"
    case .noScheme: "URL 没有协议；请在前面加 https://"
    case .whitespace(let scalar): "URL 中有空格（\(Wording.code(scalar))）；请写 %20 或删除"
    case .trailingWhitespace(let scalar): "URL 末尾有空格（\(Wording.code(scalar))）；请删除"
    case .control(let scalar): "URL 中有控制字符（\(Wording.code(scalar))）"
    case .percent: "URL 中 % 后没有两位十六进制数字；百分号写作 %25"
    case .character(let scalar): "URL 中的字符 \(Wording.code(scalar)) 必须进行百分号编码"
    case .noHost: "URL 没有主机名"
    case .port: "URL 的端口不是 0 到 65535 的数字"
    }
  }
}
