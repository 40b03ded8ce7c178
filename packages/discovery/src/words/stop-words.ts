/**
 * Words that say nothing of what a prompt is about, by language. General lists drop too much here: "text", "page", "system"
 * and "first" name things that scripts work on.
 */
const ENGLISH = `a about after again all also am an and any anything are as at back be because been before being best better both
but by came can cannot come could did do does doing done don dont down each either else even ever every everything few for
from get gets getting give given go goes going gone good got had has have having he her here hers him his how i if in into is
it its itself just keep kind know last least less let lets like little look looks lot made make makes making many may maybe
me might mine more most much must my need needs never next no none nor not nothing now of off often ok okay on once one ones
only or other others our ours out over own per please put quite rather really right said same say see seem seems shall she
should show since so some something soon still stuff such sure take tell than thank thanks that the their theirs them then
there these they thing things think this those though through thus to today together too toward try under until up upon us
use used useful user uses using very via want wants was way we well went were what whatever when where whether which while
who whole whom whose why will wish with within without work works would yes yet you your yours yourself help`;

const GERMAN = `ab aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus bei beim bereits
besser beste bin bis bist bitte brauche brauchen brauchst da dabei dafür dagegen daher damit danach dann daran darauf daraus
darf darin darüber das dass dazu dein deine deinem deinen deiner dem den denen denn der deren des deshalb dessen die dies
diese diesem diesen dieser dieses dir doch dort du durch dürfen eben ein eine einem einen einer eines einfach einige einmal
er erst es etwa etwas euch euer eure falls für ganz gar geben geht genau gerade gern gerne gib gibt ging gut guten hab habe
haben halt hat hatte hätte hätten hallo her hier hilf hilfe hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer
in ins irgendwie ist ja jede jedem jeden jeder jedes jemand jetzt kann kannst kein keine keinem keinen keiner können könnte
könntest könnten lass lassen lieber los mach mache machen macht mal man manche mehr mein meine meinem meinen meiner mich mir
mit möchte möchten möglich muss musst müssen nach nachher nächste nächsten neben nein nicht nichts nie noch nun nur ob oben
oder ohne oft schon sehr sei sein seine seinem seinen seiner seit sich sie sind so sobald solche soll sollen sollte sollten
sondern sonst sowie statt über um und uns unser unsere unserem unseren unserer unter vielleicht viel viele vom von vor war
waren warum was wäre weg wegen weil weiter welche welchem welchen welcher welches wem wen wenig wenn wer werde werden weshalb
wie wieder will willst wir wird wo wollen wollte womit worden wurde würde würden wurden zeig zeige zu zum zur zwar zwischen
danke dank heute gestern morgen`;

/** Those of one character part the characters around them; those of several go before pairs are made. */
const CHINESE = `一下 一个 一些 一定 不是 不要 什么 他们 但是 你们 使用 关于 其中 可以 可能 因为 如何 如果 应该 怎么 怎样 我们 或者 所以 所有 现在 请问 这个 这些 这样 那个 那些 还是 这里 那里 需要 想要 帮我 帮忙 告诉 谢谢 能否 是否 多少 哪个 哪些 为什么 已经 然后 并且 以及 里面 进行
的 了 是 在 我 你 他 她 它 们 这 那 和 与 或 及 把 被 给 请 让 就 都 也 还 很 吗 呢 吧 啊 呀 哦 哪 谁 何 要 想 能 会 可 对 从 向 由 为 将 并 而 但 若 则 之 其 某 该 每 各 个 些 只 又 再 才 已 有 没 不 无 去 来 到 上 下 里 中 做 用 帮 以 于`;

const list = (text: string): string[] => text.split(/\s+/);

/** Lower-case words as they are written. */
export const STOP_WORDS: ReadonlySet<string> = new Set([...list(ENGLISH), ...list(GERMAN)]);

const chinese = list(CHINESE).sort((a, b) => b.length - a.length);

/** Matches what says nothing within a run of Chinese characters, the longest first. */
export const CHINESE_STOPS = new RegExp(chinese.join("|"), "gu");
