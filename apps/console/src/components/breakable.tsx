import { Fragment } from 'react'

/** Lets a long value break after a separator instead of within a word. */
export const Breakable = ({ children }: { children: string }) =>
  children.split(/(?<=[/,.:;@=&_-])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
