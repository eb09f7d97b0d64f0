import loaders from 'virtual:page-texts'
import type { PageTexts } from '@signet/i18n/console'
import { useSuspenseQuery } from '@tanstack/react-query'
import { formatNumber, plural } from './format.ts'
import { language } from './language.ts'

/** Loads the texts of an area that the first page does not load. */
export async function loadPageTexts<Area extends keyof PageTexts>(area: Area): Promise<PageTexts[Area]> {
  const { default: textsWith } = await loaders[area][language]()
  return textsWith(plural, formatNumber)
}

export const usePageTexts = <Area extends keyof PageTexts>(area: Area): PageTexts[Area] =>
  useSuspenseQuery({
    queryKey: ['page-texts', area],
    queryFn: () => loadPageTexts(area),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
