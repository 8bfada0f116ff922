/// The page's one style sheet: phone first, then desk, dark by preference, and paper.
enum ReportStyle {
  static let css = """
    :root{color-scheme:light dark;--ink:#14202b;--soft:#566573;--paper:#f4f6f8;--card:#fff;--line:#dde3e8;\
    --good:#0b7a75;--bad:#c8452d;--track:#e6ebef;--chip:#e8f3f2}
    @media (prefers-color-scheme:dark){:root{--ink:#e8edf1;--soft:#9aa8b5;--paper:#10161c;--card:#18212a;--line:#2b3742;\
    --good:#3cc2b6;--bad:#f07f66;--track:#24303b;--chip:#173634}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,\
    "Noto Sans",sans-serif;-webkit-text-size-adjust:100%;text-size-adjust:100%}
    main{max-width:72rem;margin:0 auto;padding:1.25rem 1rem 3rem}
    header{margin-bottom:1rem}
    .kind{margin:0;color:var(--soft);font-size:.8rem;letter-spacing:.06em;text-transform:uppercase}
    h1{margin:.1rem 0 .25rem;font-size:1.5rem;line-height:1.2;overflow-wrap:anywhere}
    h2{margin:0 0 .6rem;font-size:1rem}
    .when{margin:0;color:var(--soft)}
    .badge{display:inline-block;margin-left:.5rem;padding:.1rem .55rem;border-radius:1rem;font-size:.75rem;font-weight:600;\
    letter-spacing:0;text-transform:none;color:var(--good);background:var(--chip);vertical-align:middle}
    .badge.open{color:var(--bad);background:var(--track)}
    .card,.figures>div{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:.9rem 1rem}
    .figures{display:flex;flex-wrap:wrap;gap:.6rem;margin:0 0 .6rem} .figures>div{flex:1 1 9rem} .figures .wide{flex:2 1 20rem}
    .figures dt{color:var(--soft);font-size:.8rem}
    .figures dd{margin:.1rem 0 0;font-size:1.5rem;font-weight:650;line-height:1.15;font-variant-numeric:tabular-nums}
    .figures small{display:block;margin-top:.15rem;color:var(--soft);font-size:.78rem;font-weight:400}
    .charts{display:grid;gap:.6rem;margin-bottom:.6rem}
    svg{display:block;width:100%;height:auto;font-size:11px;font-variant-numeric:tabular-nums}
    .bar{height:.5rem;margin-top:.6rem;border-radius:.25rem;overflow:hidden}
    text{fill:var(--soft)} .strong{fill:var(--ink);font-weight:600}
    .end{text-anchor:end} .middle{text-anchor:middle}
    .grid{stroke:var(--line);fill:none} .tick{stroke:var(--soft);fill:none}
    .good{fill:var(--good)} .bad{fill:var(--bad)} .track{fill:var(--track)}
    svg.rows{max-width:30rem}
    .key{display:inline-block;width:.7em;height:.7em;margin:0 .3em 0 .8em;border-radius:2px;background:var(--good);\
    print-color-adjust:exact;-webkit-print-color-adjust:exact} .key.no{background:var(--bad)}
    .note{margin:.5rem 0 0;color:var(--soft);font-size:.85rem}
    .facts{display:grid;grid-template-columns:1fr;margin:0}
    .facts dt{color:var(--soft);font-size:.8rem;margin-top:.45rem}
    .facts dd{margin:0;overflow-wrap:anywhere}
    .mono,.uid{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.88em}
    section.table{margin-top:.6rem}
    table{width:100%;border-collapse:collapse;font-size:.9rem}
    thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    tbody tr{display:grid;grid-template:"uid num" "id chip" "pay pay" "state time"/1fr auto;gap:.1rem .75rem;padding:.6rem 0;border-top:1px solid var(--line)}
    tbody tr:first-child{border-top:0}
    td{padding:0;overflow-wrap:anywhere}
    td.uid{grid-area:uid;font-weight:600} td.id{grid-area:id} td.num{grid-area:num;text-align:right;color:var(--soft)}
    td.pay{grid-area:pay} td.chip{grid-area:chip;text-align:right} td.state{grid-area:state} td.time{grid-area:time;\
    text-align:right} td.num::before{content:"#"} td.soft{color:var(--soft)}
    td.gap{grid-column:1/-1;text-align:center;color:var(--soft);padding:.4rem 0}
    @media (min-width:44rem){
    main{padding:2rem 1.5rem 4rem} .figures>div{flex-basis:12rem} h1{font-size:1.9rem}
    .charts{grid-template-columns:1fr 1fr} .charts .whole{grid-column:1/-1}
    .facts{grid-template-columns:max-content 1fr;gap:.3rem 1.25rem} .facts dt{margin-top:0;font-size:.9rem}
    thead{position:static;width:auto;height:auto;clip-path:none;display:table-header-group}
    th{text-align:left;font-size:.8rem;font-weight:600;color:var(--soft);padding:0 .75rem .4rem 0}
    tbody tr{display:table-row} td{padding:.4rem .75rem .4rem 0;border-top:1px solid var(--line);vertical-align:top}
    td.uid,td.time,td.chip{white-space:nowrap} td.chip,td.time{text-align:left} th.num{text-align:right}
    td.num::before{content:none} td.num,th.num{padding-right:1.25rem} td.pay{min-width:14rem} th:last-child,td:last-child{padding-right:0}}
    @media print{
    :root{color-scheme:light;--ink:#000;--soft:#444;--paper:#fff;--card:#fff;--line:#bbb;--good:#0b7a75;--bad:#c8452d;\
    --track:#e6ebef;--chip:#fff}
    @page{margin:14mm} body{font-size:10pt} main{max-width:none;padding:0}
    .card,.figures>div{border-radius:0;break-inside:avoid} .card.table{break-inside:auto;border:0;padding:.5rem 0}
    tr{break-inside:avoid} rect{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
    """
}
