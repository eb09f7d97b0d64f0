import { Fragment, type ReactNode } from 'react'

interface RichProps {
  /** A text with names in braces: `Used {at}`. */
  readonly text: string
  readonly parts: Readonly<Record<string, ReactNode>>
}

/** A text whose parts are elements, wherever a language puts them. */
export const Rich = ({ text, parts }: RichProps) =>
  text.split(/(\{\w+\})/).map((piece, index) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1]
    return <Fragment key={index}>{name === undefined ? piece : (parts[name] ?? '')}</Fragment>
  })
