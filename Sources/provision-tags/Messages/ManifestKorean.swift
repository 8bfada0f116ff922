internal import Provision

extension Language {
  /// Korean wording for what is wrong with a manifest.
  func korean(_ kind: ManifestIssue.Kind) -> String {
    switch kind {
    case .noSuchFile: "파일이 없습니다"
    case .isDirectory: "디렉터리입니다"
    case .notARegularFile: "일반 파일이 아닙니다. 먼저 파일로 저장하세요"
    case .unreadable(let code): "읽을 수 없습니다: \(Wording.reason(code))"
    case .fileTooLarge(let bytes, let limit): "너무 큽니다: \(bytes)바이트(최대 \(limit))"
    case .changed: "사용 중에 변경되었습니다. 다시 시작하세요"
    case .cannotConvert(let code): "임시 파일을 만들 수 없습니다: \(Wording.reason(code))"
    case .unknownEncoding(let name): "알 수 없는 인코딩 \(name). 목록: iconv --list"
    case .invalidDelimiter(let value): "\(value)은(는) 구분자로 쓸 수 없습니다. ASCII 한 글자를 지정하세요"
    case .invalidBytes(let encoding): "\(encoding)(으)로 읽을 수 없습니다. --encoding으로 올바른 인코딩을 지정하세요"
    case .workbook: "스프레드시트 고유 형식 파일입니다. CSV(UTF-8)로 저장하세요"
    case .nulCharacter: "NUL 문자가 있습니다. --encoding으로 올바른 인코딩을 지정하세요(UTF-16?)"
    case .emptyFile: "파일이 비어 있습니다"
    case .noRows: "행이 없습니다"
    case .tooManyRows(let limit): "\(limit)행을 넘습니다"
    case .noPayloadColumn(let columns, let suggestion):
      "url 또는 text 열이 없습니다. 있는 열: \(columns.joined(separator: ", ")). "
        + (suggestion.map { "\($0)을(를) 뜻하셨나요?" } ?? "열 이름을 고치거나 --url 또는 --text를 지정하세요")
    case .duplicateColumn(let name): "\(name) 열이 두 개입니다"
    case .tooManyColumns(let limit): "\(limit)열을 넘습니다"
    case .mixedValues(let value): "다른 값은 URL인데 이 값은 아닙니다: \(value)"
    case .template(let field, .unclosedBrace(let position)):
      "--\(field.rawValue): \(position)번째 글자의 {가 닫히지 않았습니다"
    case .template(let field, .strayBrace(let position)):
      "--\(field.rawValue): \(position)번째 글자의 }에 맞는 {가 없습니다. 글자로는 }}로 쓰세요"
    case .template(let field, .secondMirror(let position)):
      "--\(field.rawValue): \(position)번째 글자에 두 번째 {mirror}가 있습니다. 칩의 미러는 하나뿐입니다"
    case .template(let field, .emptyName(let position)): "--\(field.rawValue): \(position)번째 글자의 {}에 이름이 없습니다"
    case .templateColumn(let field, let name, let suggestion):
      "--\(field.rawValue): \(name) 열이 없습니다" + (suggestion.map { ". \($0)을(를) 뜻하셨나요?" } ?? "")
    case .unclosedQuote: "여기의 따옴표가 닫히지 않았습니다"
    case .strayQuote: "셀 중간에 따옴표가 있습니다. 셀 전체를 따옴표로 묶고 안의 따옴표는 두 번 쓰세요"
    case .fieldCount(let found, let expected): "셀이 \(found)개입니다(\(expected)개 필요)"
    case .cellTooLong(let limit): "셀이 \(limit)바이트를 넘습니다"
    case .rowTooLong(let limit): "행이 \(limit)바이트를 넘습니다"
    case .invalidJSON(let kind): "올바른 JSON이 아닙니다: \(Wording.phrase(kind))"
    case .topLevelObject: "JSON 객체 하나입니다. 행의 배열이 필요합니다"
    case .rowType(let type): "행은 객체나 문자열이어야 합니다. 이것은 \(type)입니다"
    case .mixedRows: "행은 객체나 문자열 중 하나로 통일하세요"
    case .duplicateKey(let name): "키 \(name)이(가) 두 번 있습니다"
    case .valueType(let column, let type): "\(column)에 \(type)은(는) 쓸 수 없습니다"
    case .noPayload: "이 행에 URL도 텍스트도 없습니다"
    case .missingID: "이 행에 id가 없습니다"
    case .duplicateID(let id, let row, let line): "id \(id)은(는) 이미 행 \(row)(\(line)번째 줄)에 있습니다"
    case .url(let fault): korean(fault)
    case .missingValue(let column): "템플릿이 쓰는 \(column) 열이 비어 있습니다"
    case .language(let value, .form(let suggestion)):
      "\(value)은(는) 언어 태그가 아닙니다" + (suggestion.map { ". \($0)을(를) 뜻하셨나요?" } ?? "")
    case .language(let value, .length(let length)): "언어 \(value)은(는) \(length)글자입니다(1~63글자)"
    case .invalidUID(let value): "\(value)은(는) UID가 아닙니다. 16진 숫자로 쓰세요"
    case .duplicateUID(let uid, let row, let line): "태그 \(uid)은(는) 이미 행 \(row)(\(line)번째 줄)에 있습니다"
    case .invalidLock(let value): "lock은 yes 또는 no입니다(\(value))"
    case .encodingNeeded(let candidates):
      "UTF-8도 Windows-1252도 아닙니다. 인코딩을 지정하세요: --encoding \(candidates.joined(separator: ", "))"
    case .unsafeScheme(let scheme): "휴대폰은 태그의 \(scheme):을(를) 열지 않습니다"
    case .unknownScheme(let scheme, let suggestion): "스킴 \(scheme):이(가) 낯섭니다. \(suggestion):을(를) 뜻했나요?"
    case .spreadsheetValue(let value): "id \(value)은(는) 스프레드시트가 바꾼 것 같습니다. 그 열을 텍스트 서식으로 지정하세요"
    case .upperCaseScheme: "스킴에 대문자가 있습니다. 인식하지 못하는 휴대폰이 있습니다"
    case .nonASCIIURL: "URL에 ASCII가 아닌 글자가 있습니다. 그대로 쓰지만 휴대폰마다 다르게 처리합니다"
    case .unencodedBracket: "URL의 대괄호는 %5B와 %5D로 쓰세요"
    case .surroundingSpace(let column): "\(column)의 앞이나 뒤에 공백이 있습니다(그대로 둡니다)"
    case .unusedColumn(let name, let suggestion): "\(name) 열은 쓰이지 않습니다. \(suggestion)을(를) 뜻하셨나요?"
    case .assumedEncoding(let name): "UTF-8이 아니어서 \(name)(으)로 보았습니다. 다르면 --encoding으로 지정하세요"
    }
  }

  private func korean(_ fault: URLFault) -> String {
    switch fault {
    case .empty: "URL이 비어 있습니다"
    case .noScheme: "URL에 스킴이 없습니다. 앞에 https://를 붙이세요"
    case .whitespace(let scalar): "URL에 공백(\(Wording.code(scalar)))이 있습니다. %20으로 쓰거나 지우세요"
    case .trailingWhitespace(let scalar): "URL 뒤에 공백(\(Wording.code(scalar)))이 있습니다. 지우세요"
    case .control(let scalar): "URL에 제어 문자(\(Wording.code(scalar)))가 있습니다"
    case .percent: "URL의 % 뒤에 16진 숫자 두 개가 없습니다. %는 %25로 씁니다"
    case .character(let scalar): "URL의 글자 \(Wording.code(scalar))은(는) 퍼센트 인코딩해야 합니다"
    case .noHost: "URL에 호스트가 없습니다"
    case .port: "URL의 포트가 0~65535의 숫자가 아닙니다"
    }
  }
}
