type Rgb = readonly [number, number, number]

/** Contrast of text on the color, and of the color on the background of a page (WCAG 2.2, 1.4.3 and 1.4.6). */
const readable = { light: 4.5, dark: 7 }
const grounds = { light: [255, 255, 255], dark: [25, 29, 36] } as const satisfies Record<string, Rgb>
const steps = 40

/** Darkened on the light page and lightened on the dark page as far as necessary for the contrast. */
export const brandShades = (color: string): { light: string; dark: string } => ({
  light: shade(color, 'light', [0, 0, 0]),
  dark: shade(color, 'dark', [255, 255, 255]),
})

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

function shade(color: string, scheme: keyof typeof grounds, towards: Rgb): string {
  const start = parse(color)
  for (let step = 0; step <= steps; step += 1) {
    const mixed = mix(start, towards, step / steps)
    if (contrast(mixed, grounds[scheme]) >= readable[scheme]) return format(mixed)
  }
  return format(towards)
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
