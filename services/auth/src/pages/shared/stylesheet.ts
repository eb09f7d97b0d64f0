import { createHash } from 'node:crypto'
import { brandShades, darkLinkShade, textOn } from '@signet/clients'
import { accountStyles } from './account-styles.ts'
import { codeStyles } from './code-styles.ts'
import { fontStyles } from './fonts.ts'
import { noticeStyles } from './notice-styles.ts'
import { tintStyles } from './provider-tints.ts'
import { rowStyles } from './row-styles.ts'

/** Two color schemes, contrast of at least WCAG AA. */
const stylesheet = `
${fontStyles}
:root { --mono: ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace; }
:root { color-scheme: light dark; --ground: #f4f5f7; --card: #fff; --text: #16191f; --quiet: #5a6270; --line: #d5d9e0; --edge: #878e9b; --slot: #e9ebef;
  --accent: #1f5fd0; --on-accent: #fff; --accent-strong: #174ba6; --link: var(--accent); --problem: #a3151d; --problem-ground: #fdecec; --danger: #a3151d;
  --good: #1a7f37; --good-ground: #eaf7ee; --notice: #9a6700; --notice-ground: #fef6e2; --info: #1f5fd0; --info-ground: #e8effc; }
@media (prefers-color-scheme: dark) { :root { --ground: #101318; --card: #191d24; --text: #e9ecf1; --quiet: #a3acba; --line: #39414e; --edge: #667080; --slot: #2a313c;
  --accent: #3569d4; --on-accent: #fff; --accent-strong: #2d5ab8; --link: #8ab4ff; --problem: #ffb3b0; --problem-ground: #3a1a1c; --danger: #c23434;
  --good: #6cd28c; --good-ground: #16301f; --notice: #e5b74c; --notice-ground: #352a12; --info: #8ab4ff; --info-ground: #1a2a47; } }
* { box-sizing: border-box; }
html { font: 100%/1.5 Inter, "Inter Fallback", -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, system-ui, sans-serif; }
:root:lang(ja) { word-break: auto-phrase; }
body { margin: 0; min-height: 100dvh; display: grid; grid-template-columns: minmax(0, 1fr); place-items: center; align-content: center; gap: 1rem; padding: 1.5rem 1rem; background: color-mix(in srgb, var(--accent) 4%, var(--ground)); color: var(--text); }
.card { width: 100%; max-width: 25rem; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
  box-shadow: 0 1px 2px rgb(0 0 0 / .06), 0 8px 24px rgb(0 0 0 / .06); overflow-wrap: anywhere; }
.sign { display: grid; place-items: center; flex: none; width: 2rem; height: 2rem; border-radius: 50%; color: var(--card); background: var(--notice); }
.sign .icon { stroke-width: 3; }
.good .sign { background: var(--good); }
header.result { display: flex; gap: .75rem; align-items: center; margin-bottom: .75rem; }
.state a.way, a.way.main { justify-content: center; text-align: center; color: var(--on-accent); background: var(--accent); border-color: transparent; }
.state a.way:hover, a.way.main:hover { background: var(--accent-strong); }
a.way.main { margin-top: 1rem; }
${accountStyles}
.app ul.links, .menu ul.links { border-top: 0; }
.wide details:not(.menu, .raw) > summary { color: var(--link); font-size: 1rem; }
footer { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; justify-content: center; font-size: .875rem; }
footer a { margin: 0; padding-block: .25rem; color: var(--quiet); }
footer a:hover { color: var(--text); }
header { margin-bottom: 1.5rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.head { display: flex; gap: 1rem; align-items: center; justify-content: space-between; margin-bottom: 1.25rem; }
.head .project { margin: 0; min-width: 0; }
.menu { position: relative; flex: none; margin: 0; }
.menu > summary { padding: .25rem; border-radius: 2rem; }
.menu > summary:hover { color: var(--text); background: var(--ground); }
.menu .who { max-width: 16rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.menu > div { position: absolute; z-index: 1; inset-inline-end: 0; top: 100%; width: 16rem; margin-top: .25rem; padding: .875rem 1rem .25rem; font-size: .9375rem;
  background: var(--card); border: 1px solid var(--line); border-radius: .75rem; box-shadow: 0 8px 24px rgb(0 0 0 / .16); }
.menu p { margin: 0; }
.back { margin: 0 0 .375rem; font-size: .9375rem; }
.back a { color: var(--quiet); text-decoration: none; }
.back a::before { content: "\\2039\\00a0" / ""; }
.back a:dir(rtl)::before { content: "\\203a\\00a0" / ""; }
.back a:hover { color: var(--text); text-decoration: underline; }
ul.links { border-top: 1px solid var(--line); }
.links a { display: block; margin: 0; }
.project { display: flex; gap: .625rem; align-items: center; margin: 0 0 1.25rem; font-weight: 600; font-size: .9375rem; }
.letter { display: grid; place-items: center; flex: none; width: 2rem; height: 2rem; border-radius: .5rem; font-size: 1rem;
  color: var(--on-accent); background: var(--accent); }
.application { display: flex; gap: .625rem; align-items: center; min-width: 0; }
:is(.project, .named, .application) > img { flex: none; min-width: 2.5rem; max-width: 8rem; height: 2.5rem; object-fit: contain; border-radius: .25rem; }
.card .application > img { max-width: 2.5rem; }
.application > .name, .application ~ span:not(.letter) { min-width: min(4.75rem, 20vw); }
:is(.project, .application, .named) > .letter { width: 2.5rem; height: 2.5rem; font-size: 1.25rem; }
.application .letter { color: var(--text); background: var(--ground); border: 1px solid var(--line); }
.application::after { content: ""; flex: none; width: .5rem; height: .5rem; margin-inline: .125rem .25rem; border: solid var(--quiet); border-width: 2px 2px 0 0; transform: rotate(45deg); }
.application:dir(rtl)::after { transform: rotate(-135deg); }
button.link { width: auto; margin: 0; padding: 0; font-weight: 400; color: var(--link); background: none; border: 0; text-decoration: underline; }
button.link:hover { color: var(--text); background: none; }
h1, h2, strong { font-weight: 600; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance; }
p { margin: .25rem 0 1rem; }
.quiet { color: var(--quiet); }
.small { font-size: .875rem; margin: 1.25rem 0 0; }
.small > a { padding-block: .25rem; }
.card > :is(form, a.way) ~ .small:not(.quiet) { margin-top: 1rem; text-align: center; }
.card > :is(form, a.way) ~ .small:not(.quiet) > a { margin: 0; }
.letter.round { position: relative; overflow: hidden; border-radius: 50%; }
.letter img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; }
.account { display: flex; flex-wrap: wrap; gap: .25rem .625rem; align-items: center; margin: 0 0 1rem; line-height: 1.35; }
.account > span:not(.letter) { flex: 1 1 min-content; min-width: 0; overflow-wrap: break-word; }
.account > .letter, .menu .letter { width: 1.75rem; height: 1.75rem; font-size: .8125rem; font-weight: 600; }
.account .link { font-size: .875rem; }
.wrong, .rule { margin: .375rem 0 0; font-size: .875rem; }
.wrong { color: var(--problem); }
${noticeStyles}
label { display: block; margin: 1rem 0 .375rem; font-weight: 600; font-size: .9375rem; }
input:not([type=checkbox]), select { width: 100%; padding: .6875rem .75rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--edge); border-radius: .625rem; }
input:not([type=checkbox]):hover, select:hover { border-color: var(--quiet); }
.field { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; align-items: baseline; }
.field > .secret { grid-area: 2 / 1 / auto / -1; }
.field > a { grid-area: 1 / 2; margin: 0; font-size: .875rem; }
.foot { margin: 1rem 0 0; padding-top: 1rem; text-align: center; font-size: .9375rem; border-top: 1px solid var(--line); }
.foot a { margin: 0; }
.secret { display: block; position: relative; }
.secret input:not([type=checkbox]) { padding-inline-end: 3rem; }
button.show.show { position: absolute; inset-block: 0; inset-inline-end: 0; display: grid; place-items: center; width: 2.75rem; margin: 0; padding: 0; color: var(--quiet); background: none; border: 0; }
button.show:hover { color: var(--text); background: none; }
button.show[hidden], .show[aria-pressed=false] .strike { display: none; }
::-ms-reveal { display: none; }
input[aria-invalid=true]:not([type=checkbox]) { border-color: var(--problem); }
button { width: 100%; margin-top: 1.5rem; padding: .75rem 1rem; font: inherit; font-weight: 600; cursor: pointer; color: var(--on-accent);
  background: var(--accent); border: 1px solid transparent; border-radius: .625rem; }
button:hover { background: var(--accent-strong); }
button.plain { margin-top: .75rem; color: var(--text); background: none; border-color: var(--edge); }
button.plain:hover { border-color: var(--quiet); }
button.plain.cancel { min-height: 0; margin-top: .5rem; padding-block: .5rem; font-weight: 400; font-size: .9375rem; color: var(--quiet); border-color: transparent; }
button.plain.cancel:hover { color: var(--text); border-color: var(--line); }
button.plain.removes { margin-top: 1.5rem; color: var(--problem); border-color: var(--problem); }
button.danger { color: #fff; background: var(--danger); }
button.danger:hover { background: color-mix(in srgb, var(--danger) 85%, #000); }
button.link.removes { color: var(--problem); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
${codeStyles}
${rowStyles}
h2 { margin: 1.75rem 0 .5rem; font-size: 1.125rem; line-height: 1.3; }
dl.details { display: grid; grid-template-columns: max-content 1fr; gap: .125rem .75rem; margin: .25rem 0 0; font-size: .9375rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
.app { margin-top: 1.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.app h2 { margin-top: 0; }
.app form button { margin-top: 1rem; }
.may { margin: 1rem 0 0; font-weight: 600; }
fieldset { margin: 1.25rem 0 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; }
ul { margin: .5rem 0 0; padding: 0; list-style: none; }
li { padding: .625rem 0; border-bottom: 1px solid var(--line); }
li:last-child { border-bottom: 0; }
.points li { display: flex; gap: .75rem; padding: .25rem 0; border: 0; }
.points .icon { flex: none; margin-top: .125rem; color: var(--problem); }
.tick { display: flex; gap: .75rem; align-items: baseline; margin: 0; font-weight: 400; font-size: 1rem; }
.tick.access { align-items: flex-start; }
.tick input { width: 1.125rem; height: 1.125rem; flex: none; accent-color: var(--accent); transform: translateY(.1875rem); }
.tick.access input { margin: .1875rem 0 0; transform: none; }
.access { display: flex; gap: .75rem; align-items: flex-start; }
.access .icon { flex: none; margin-top: .125rem; color: var(--quiet); }
.access .can { flex: 1; min-width: 0; }
.can::first-letter { text-transform: uppercase; }
.raw { margin: .25rem 0 0; }
.can code { display: block; color: var(--quiet); }
.undescribed { margin: .75rem 0 0; font-size: .875rem; color: var(--notice); }
.undescribed + ul { margin-top: 0; }
.can.name::first-letter { text-transform: none; }
.can.name code { margin-top: .125rem; color: var(--text); }
.raw code { display: block; margin-top: .25rem; color: var(--quiet); white-space: pre-wrap; }
.access .kind { flex: none; margin-top: .1875rem; }
.answers { position: sticky; bottom: 0; display: grid; gap: .75rem; margin-top: 1rem; padding-block: .75rem; background: var(--card); }
.answers button { margin: 0; }
html:has(.answers) { scroll-padding-bottom: 9rem; }
.kind { display: inline-block; margin-inline-start: .25rem; padding: .0625rem .5rem; font-size: .75rem; font-weight: 400; white-space: nowrap; color: var(--quiet); border: 1px solid var(--line); border-radius: 1rem; }
.kind::first-letter { text-transform: uppercase; }
.kind:is(.act, .warning) { color: var(--notice); border-color: var(--notice); }
.kind.good { color: var(--good); border-color: var(--good); }
.named { display: flex; gap: .75rem; align-items: center; }
.or { display: flex; gap: .75rem; align-items: center; margin: 1.5rem 0 1rem; color: var(--quiet); font-size: .875rem; }
.or::before, .or::after { content: ""; flex: 1; border-top: 1px solid var(--line); }
ul.ways { margin: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: .75rem; }
.ways li { padding: 0; border: 0; }
a.way { display: flex; gap: .75rem; align-items: center; margin: 0; padding: .6875rem 1rem; min-height: 3rem;
  font-weight: 600; text-decoration: none; color: var(--text); background: var(--card); border: 1px solid var(--edge); border-radius: .625rem; }
a.way:hover { border-color: var(--quiet); }
a.way > :only-child { margin-inline: auto; }
.mark { flex: none; }
.mark.letter { width: 1.25rem; height: 1.25rem; border-radius: .3125rem; font-size: .75rem; }
${tintStyles}
.line { min-width: 0; line-height: 1.3; }
details.more { margin-top: 1rem; font-size: inherit; }
.more > summary { margin-inline: auto; }
details.more .ways { margin-top: .75rem; }
a { display: inline-block; margin-inline-end: 1rem; color: var(--link); }
code { font: .875em var(--mono); }
details { margin-top: 1.25rem; font-size: .875rem; }
@media (min-width: 26rem) { .answers { grid-template-columns: 1fr 1fr; } html:has(.answers) { scroll-padding-bottom: 6rem; } }
@media (min-width: 30rem) { .wide .shown-codes { grid-template-columns: 1fr 1fr; } }
@media (min-width: 40rem) { .wide button:not(.link, .show, .ghost) { width: auto; min-width: 10rem; } .wide button + button:not(.show) { margin-inline-start: .75rem; } .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; } }
@media (max-width: 23.99rem) { .project:has(> .application) { flex-wrap: wrap; } .project > .application { flex: 1 0 100%; } .application ~ span:last-child { flex: 1; }
  .project > .application.application::after { transform: translateY(-.125rem) rotate(135deg); } }
@media (max-width: 30rem) { .menu .who { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } body { align-content: start; } .card:not(.sections) { padding: 1.5rem 1.25rem; } }
`.trim()

/** Contains the hash of the content: caches never revalidate it. */
export const stylesheetPath = `/assets/signet-${createHash('sha256').update(stylesheet).digest('hex').slice(0, 12)}.css`

/** A stylesheet, because the policy forbids inline styles. */
export const paintPath = (primaryColor: string): string =>
  `/assets/paint-${primaryColor.slice(1).toLowerCase()}.css`

export function stylesheetAt(path: string): string | undefined {
  if (!path.startsWith('/assets/')) return undefined
  if (path === stylesheetPath) return stylesheet
  const color = /^\/assets\/paint-([0-9a-f]{6})\.css$/.exec(path)?.[1]
  return color && paint(`#${color}`)
}

/** The text of each button is readable, and a button darkens under the pointer when its text is white. */
function paint(primaryColor: string): string {
  const { light, dark } = brandShades(primaryColor)
  const accent = (shade: string) => {
    const text = textOn(shade)
    const away = text === '#ffffff' ? '#000' : '#fff'
    return `--accent: ${shade}; --on-accent: ${text}; --accent-strong: color-mix(in srgb, ${shade} 85%, ${away});`
  }
  return `:root { ${accent(light)} }\n@media (prefers-color-scheme: dark) { :root { ${accent(dark)} --link: ${darkLinkShade(primaryColor)}; } }`
}
