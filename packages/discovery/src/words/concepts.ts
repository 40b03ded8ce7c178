/**
 * What scripts and prompts often name, in English, German and Chinese: a German prompt finds a script that is described in
 * English. One line a thing; the words of a line count as the same word.
 */
const LINES = `
file, datei, 文件
folder, directory, ordner, verzeichnis, 目录, 文件夹
document, dokument, 文档
convert, converter, conversion, convertible, umwandeln, wandle, wandeln, konvertiere, konvertieren, konvertierung, 转换, 转成, 转为
text, 文本, 文字
page, seite, 页面
picture, image, bild, foto, photo, 图片, 照片
table, tabelle, 表格
spreadsheet, tabellenkalkulation, 电子表格
letter, brief, 信件
invoice, rechnung, 发票
bill, beleg, receipt, quittung, 收据
summary, summarise, summarize, zusammenfassung, zusammenfassen, 摘要, 总结
translate, translation, übersetzen, übersetze, übersetzung, 翻译
search, suche, suchen, durchsuche, 搜索, 查找
extract, extrahiere, extrahieren, auslesen, 提取
compare, vergleiche, vergleichen, vergleich, 比较, 对比
install, installiere, installieren, installation, 安装
settings, setting, configuration, einstellungen, einstellung, konfiguration, 设置, 配置
update, aktualisiere, aktualisieren, aktualisierung, 更新
delete, remove, lösche, löschen, entferne, entfernen, 删除
backup, sicherung, sichern, datensicherung, 备份
restore, wiederherstellen, wiederherstellung, 恢复
send, verschicke, verschicken, sende, senden, schicke, 发送
mail, email, e-mail, nachricht, message, 邮件, 消息
weather, wetter, wetterbericht, 天气
calendar, kalender, 日历
meeting, besprechung, sitzung, 会议
appointment, termin, 预约
priority, priorität, 优先
status, zustand, 状态
project, projekt, 项目
customer, client, kunde, kundin, 客户
price, preis, 价格
cost, costs, kosten, 费用, 成本
money, geld, 资金
contract, vertrag, 合同
deadline, frist, abgabetermin, 截止
release, veröffentlichung, 发布
deploy, deployment, ausrollen, bereitstellung, 部署
server, 服务器
network, netzwerk, 网络
router, 路由器
printer, drucker, 打印机
print, drucke, drucken, 打印
password, passwort, kennwort, 密码
database, datenbank, 数据库
report, bericht, 报告
design, gestaltung, 设计
language, sprache, 语言
test, tests, teste, testen, 测试
error, fehler, 错误
log, logs, protokoll, 日志
script, skript, 脚本
model, models, modell, modelle, 模型
token, tokens, 令牌
house, haus, 房子
heating, heizung, 暖气, 供暖
heatpump, wärmepumpe, 热泵
electricity, strom, 电力
water, wasser, 用水
garden, garten, 花园
school, schule, 学校
doctor, arzt, ärztin, 医生
holiday, vacation, urlaub, ferien, 假期
birthday, geburtstag, 生日
recipe, rezept, 食谱
music, musik, 音乐
video, film, 视频
`;

/** Each line's words, the one that stands for all of them first. */
export const CONCEPTS: ReadonlyArray<readonly string[]> = LINES.trim()
	.split("\n")
	.map((line) => line.split(", "));
