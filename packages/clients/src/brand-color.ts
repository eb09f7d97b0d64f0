type Rgb = readonly [number, number, number]

/** Contrast of text (WCAG 2.2, 1.4.3; of links on a dark page 1.4.6) and of a button on its page (1.4.11). */
const readable = { text: 4.5, link: 7, button: 3 }
const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** Background of dark pages. */
const night: Rgb = [25, 29, 36]
const steps = 40

/** Backgrounds of buttons on light and on dark pages. `textOn` is readable on both. */
export const brandShades = (color: string): { light: string; dark: string } => {
  const start = parse(color)
  return { light: format(nearest(start, black, takesWhiteText)), dark: format(darkShade(start)) }
}

/** A bright color keeps dark text; any other one has white text and is visible on a dark page. */
function darkShade(color: Rgb): Rgb {
  if (contrast(color, night) >= readable.text) return color
  if (!takesWhiteText(color)) return nearest(color, black, takesWhiteText)
  return nearest(color, white, (mixed) => contrast(mixed, night) >= readable.button)
}

/** White, or the background of dark pages on a bright shade. */
export const textOn = (shade: string): string => format(takesWhiteText(parse(shade)) ? white : night)

/** Color of links on dark pages. */
export const darkLinkShade = (color: string): string =>
  format(nearest(parse(color), white, (mixed) => contrast(mixed, night) >= readable.link))

const takesWhiteText = (color: Rgb): boolean => contrast(color, white) >= readable.text

interface Branded {
  readonly id: string
  readonly primaryColor: string | null
  readonly displayName: string | null
}

/** Project, color and name of the sender of a mail (`Letter`). White text is readable on the color. */
export const letterBrand = ({
  id,
  primaryColor,
  displayName,
}: Branded): { readonly projectId: string; readonly color?: string; readonly fromName?: string } => ({
  projectId: id,
  ...(primaryColor ? { color: brandShades(primaryColor).light } : {}),
  ...(displayName ? { fromName: displayName } : {}),
})

function nearest(start: Rgb, towards: Rgb, isReadable: (color: Rgb) => boolean): Rgb {
  for (let step = 0; step <= steps; step += 1) {
    const mixed = mix(start, towards, step / steps)
    if (isReadable(mixed)) return mixed
  }
  return towards
}

const parse = (color: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb

const format = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((part, index) => part + ((to[index] ?? 0) - part) * share) as unknown as Rgb

function contrast(a: Rgb, b: Rgb): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
