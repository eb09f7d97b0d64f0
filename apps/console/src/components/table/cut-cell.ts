import type { MouseEvent } from 'react'

const isCut = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth

/** Shows the whole text of a cut cell while the pointer is above it. */
export function titleCutCell({ target }: MouseEvent): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.one-line') : null
  if (cell) cell.title = [cell, ...cell.querySelectorAll('*')].some(isCut) ? cell.textContent : ''
}
