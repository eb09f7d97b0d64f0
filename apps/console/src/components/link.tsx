import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { type ButtonKind, type ButtonSize, buttonStyle } from '../ui/button-style.ts'

interface ButtonAnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly ref?: Ref<HTMLAnchorElement>
  readonly kind?: ButtonKind
  readonly size?: ButtonSize
  readonly icon?: ReactNode
}

const ButtonAnchor = ({ kind, size, icon, children, className, ...props }: ButtonAnchorProps) => (
  <a {...props} className={buttonStyle(kind, size, className)}>
    {icon}
    {children}
  </a>
)

export const ButtonLink = createLink(ButtonAnchor)

export const textLinkStyle =
  'rounded-sm text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent'

const TextAnchor = (
  props: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly ref?: Ref<HTMLAnchorElement> },
) => <a {...props} className={textLinkStyle} />

export const TextLink = createLink(TextAnchor)

/** A click on the row activates its link or button. */
export const rowLinkStyle =
  "font-medium wrap-anywhere outline-none after:absolute after:inset-0 after:content-[''] focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"

const RowAnchor = (
  props: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly ref?: Ref<HTMLAnchorElement> },
) => <a {...props} data-row-link className={rowLinkStyle} />

/** The link with the name in a table row. */
export const RowLink = createLink(RowAnchor)

const SectionAnchor = (
  props: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly ref?: Ref<HTMLAnchorElement> },
) => (
  <a
    {...props}
    className="border-l-2 border-line py-1.5 pr-2 pl-3 text-quiet hover:text-ink data-shown:border-accent data-shown:font-medium data-shown:text-ink"
  />
)

/** A link to a section of the page; `data-shown` marks the one that is shown. */
export const SectionLink = createLink(SectionAnchor)
