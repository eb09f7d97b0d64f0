import type { OperationName, WhoAmI } from '@signet/contracts'
import { type LinkProps, type RegisteredRouter, useRouter } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { FunctionComponent } from 'react'

export type PagePath = Exclude<keyof RegisteredRouter['routesByPath'], '' | '/'>

/** Operations whose dialog the address opens (`?do=`), with the tab of the button; empty for a page without tabs or for all tabs. */
export type Sheets = Partial<Record<OperationName, string>>

export type Places = Partial<Record<OperationName, PagePath>>

/** Headings of the navigation. */
export type NavGroup = 'access' | 'oversight' | 'operation' | 'integration' | 'people'

interface NavEntry {
  /** The entries of a group follow each other. */
  readonly group?: NavGroup
  readonly label: () => string
  readonly icon: LucideIcon
  /** The key that opens the page after `g`; unique in its navigation. */
  readonly key?: string
  /** Marks the entry as current only for this page, not for pages below it. */
  readonly exact?: boolean
  /** The number of waiting objects. */
  readonly badge?: FunctionComponent
  readonly isVisible?: (whoami: WhoAmI) => boolean
}

export interface InstanceNav extends NavEntry {
  readonly to: () => LinkProps
}
export interface ProjectNav extends NavEntry {
  readonly to: (projectId: string) => LinkProps
}

export interface Noun {
  readonly instanceNav?: InstanceNav
  readonly projectNav?: ProjectNav
  readonly places: Places
  readonly sheets?: Sheets
}

/** Reads from the router, so that the shell and its pages need not import each other. */
export const useNouns = (): readonly Noun[] => useRouter().options.context.nouns

export const sheetsOf = (nouns: readonly Noun[]): Sheets =>
  Object.assign({}, ...nouns.map(({ sheets }) => sheets))

/** The router computes them once. */
export const useSheets = (): Sheets => useRouter().options.context.sheets
