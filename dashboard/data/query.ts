import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { exportList, oneExport } from '../../server/dashboard/exports/export-schemas.ts'
import type { Import as ImportOnServer, importList } from '../../server/dashboard/imports/import-schemas.ts'
import { get, post, remove, storePath, type Wire } from '../api.ts'
import { useUrlParams } from '../parts/address.ts'
import { useStore } from '../store.tsx'

export type Import = Wire<ImportOnServer>
export type Listed = Wire<z.infer<typeof importList>>['result'][number]
export type Export = Wire<z.infer<typeof oneExport>>
export type ExportKind = Export['kind']
export type Kind = Import['kind']
export type Look = NonNullable<Import['table']>

type Page<Item> = { result: Item[]; next: string | null }

/** Which tab, and which import is open, kept in the address: it survives a reload. */
export function usePlace() {
  const [params, change] = useUrlParams<'tab' | 'id' | 'step'>()
  const set = (wanted: Parameters<typeof change>[0]) => change(wanted, { replace: false })
  return {
    tab: params.get('tab') === 'export' ? ('export' as const) : ('import' as const),
    id: params.get('id'),
    /** Back at the columns, after a trial. */
    isBack: params.get('step') === 'columns',
    set,
  }
}

const often = 700 // ms

const isWorking = ({ state }: Pick<Import, 'state'>) => state === 'trying' || state === 'running'

export function useImport(id: string) {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'import', id],
    queryFn: () => get<Import>(storePath(store_id, `/imports/${id}`)),
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? often : false),
  })
}

export function useImports() {
  const { store_id } = useStore()
  return useInfiniteQuery({
    queryKey: [store_id, 'imports'],
    queryFn: ({ pageParam }) => get<Page<Listed>>(storePath(store_id, `/imports${pageParam}`)),
    initialPageParam: '',
    getNextPageParam: (last: Page<Listed>) => (last.next ? `?before=${last.next}` : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(page => page.result.some(isWorking)) ? 2 * often : false,
  })
}

/** Asks for something to be done with an import, and shows what it is then. */
export function useActOnImport(id: string) {
  const { store_id } = useStore()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ act, body }: { act: 'trial' | 'run' | 'again' | 'cancel'; body?: unknown }) =>
      post<Import>(storePath(store_id, `/imports/${id}/${act}`), body),
    onSuccess: data => {
      queries.setQueryData([store_id, 'import', id], data)
      void queries.invalidateQueries({ queryKey: [store_id, 'imports'] })
    },
    // Somebody else, or another tab, was quicker.
    onError: () => void queries.invalidateQueries({ queryKey: [store_id, 'import', id] }),
  })
}

export function useExports() {
  const { store_id } = useStore()
  return useInfiniteQuery({
    queryKey: [store_id, 'exports'],
    queryFn: ({ pageParam }) =>
      get<Wire<z.infer<typeof exportList>>>(storePath(store_id, `/exports${pageParam}`)),
    initialPageParam: '',
    getNextPageParam: (last: Page<Export>) => (last.next ? `?before=${last.next}` : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(page => page.result.some(one => one.state === 'running')) ? often : false,
  })
}

export function useExportActs() {
  const { store_id } = useStore()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: [store_id, 'exports'] })
  const begin = useMutation({
    mutationFn: (kind: ExportKind) => post<Export>(storePath(store_id, '/exports'), { kind }),
    onSettled: refresh,
  })
  const drop = useMutation({
    mutationFn: (id: string) => remove<Export>(storePath(store_id, `/exports/${id}`)),
    onSettled: refresh,
  })
  return { begin, drop }
}

/** The address of a file, for a link. */
export const fileAt = (storeId: string, path: string) => `/admin/api${storePath(storeId, path)}`

/** The rows of a look's first rows that a column has something in. */
export function samplesOf({ header, samples }: Look, column: string): string[] {
  const place = header.indexOf(column)
  return samples.map(cells => cells[place] ?? '').filter(text => text.trim() !== '')
}
