import type { OperationName, WhoAmI } from '@signet/contracts'
import { type LinkProps, type RegisteredRouter, useRouter } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { FunctionComponent } from 'react'

/** The path of a page, as its route writes it. */
export type PagePath = Exclude<keyof RegisteredRouter['routesByPath'], '' | '/'>

/** Where a person uses an operation. */
export type Places = Partial<Record<OperationName, PagePath>>

interface NavEntry {
  readonly label: () => string
  readonly icon: LucideIcon
  /** Only the page itself is current, not the pages beneath it. */
  readonly exact?: boolean
  /** Beside the label: how much waits there. */
  readonly badge?: FunctionComponent
  readonly isVisible?: (whoami: WhoAmI) => boolean
}

/** An entry of the instance's level, and of a project's. */
export interface InstanceNav extends NavEntry {
  readonly to: () => LinkProps
}
export interface ProjectNav extends NavEntry {
  readonly to: (projectId: string) => LinkProps
}

/** What a folder of pages brings to the console besides its routes; navigation and palette are made of these. */
export interface Noun {
  readonly instanceNav?: InstanceNav
  readonly projectNav?: ProjectNav
  readonly places: Places
}

/** The nouns come through the router, so that the shell and the pages within it need not import each other. */
export const useNouns = (): readonly Noun[] => useRouter().options.context.nouns

export const placesOf = (nouns: readonly Noun[]): Places =>
  Object.assign({}, ...nouns.map(({ places }) => places))
