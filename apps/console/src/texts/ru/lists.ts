import type { Russian } from '../types.ts'

export const lists: Russian<'lists'> = {
  display: 'Вид',
  rows: 'Высота строк',
  densities: { compact: 'Компактно', comfortable: 'Просторно' },
  columns: 'Столбцы',
  filter: 'Фильтр',
  removeFilter: (label: string) => `Убрать фильтр «${label}»`,
  views: 'Представления',
  saveView: 'Сохранить представление',
  saveViewText:
    'Поиск, фильтры, порядок и столбцы под одним именем в этом браузере. Всё это есть и в адресе страницы: его можно отправить тому, кому виден список.',
  deleteView: (name: string) => `Удалить представление «${name}»`,
  peek: 'Просмотр строки',
  peekKey: 'Просмотр строки (пробел)',
}
