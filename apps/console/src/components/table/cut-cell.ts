import type { MouseEvent } from 'react'

const isCut = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth

/** Returns the text without initials and icons. */
function textOf(cell: HTMLElement): string {
  const copy = document.createElement('div')
  copy.append(...Array.from(cell.childNodes, (node) => node.cloneNode(true)))
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove()
  return copy.textContent
}

/** Shows the whole text of a cut cell while the pointer is above it. */
export function titleCutCell({ target }: MouseEvent): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.one-line') : null
  if (cell) cell.title = [cell, ...cell.querySelectorAll('*')].some(isCut) ? textOf(cell) : ''
}
