import type { NoteTexts } from './en.ts'

export const ptBR = {
  dayFirstProven: 'As datas são lidas com o dia primeiro, como prova a linha {row}: {value}.',
  monthFirstProven: 'As datas são lidas com o mês primeiro, como prova a linha {row}: {value}.',
  dayFirstFormat: 'As datas são lidas com o dia primeiro, como {system} as escreve.',
  monthFirstFormat: 'As datas são lidas com o mês primeiro, como {system} as escreve.',
  dayFirstStore: 'Datas como {value} são lidas com o dia primeiro, como é comum no país da loja.',
  monthFirstStore: 'Datas como {value} são lidas com o mês primeiro, como é comum no país da loja.',
  productsBySku: 'Os produtos são identificados por “{column}”: o arquivo não tem outro ID deles.',
  someProductsByName: '{count} linhas não têm “{column}”: os produtos delas são identificados por “{name}”.',
  productsByName: 'Os produtos são identificados por “{column}”: o arquivo não tem o ID deles.',
  productsByNameNotSku: 'Os produtos são identificados por “{column}”: {count} linhas não têm “{sku}”.',
  readAsStates: '“{column}” é lida como o status do pedido.',
} as const satisfies NoteTexts
