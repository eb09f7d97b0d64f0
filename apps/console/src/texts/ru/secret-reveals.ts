import type { Russian } from '../types.ts'

export const secretReveals: Russian<'secretReveals'> = {
  title: 'Секрет для вас',
  madeBy: (agent: string, act: string) => `Его создал агент «${agent}», действуя от вашего имени: ${act}.`,
  call: 'Что запросил агент',
  once: 'Секрет показывается один раз',
  onceText:
    'Больше никто не сможет его прочитать, агент его не видел. Сохраните его в нужном месте, прежде чем покинуть страницу.',
  reveal: 'Показать секрет',
  expires: 'Истекает',
}
