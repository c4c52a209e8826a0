import type { RefusalTexts } from './en.ts'

export const ptBR = {
  nul: 'O texto contém um caractere NUL. Remova-o.',
  longText: 'O texto tem {count} caracteres, e o máximo é {most}. Encurte-o.',
  noRating: 'Falta a nota. Informe um número inteiro de 1 a 5.',
  badRating: '{value} não é um número inteiro de 1 a 5. Corrija.',
  badYesNo: '{value} não é nem sim nem não. Escreva sim, não, 1 ou 0.',
  unreadableDate: '{value} não é uma data válida. Escreva como 2025-03-02 10:12:00.',
  ambiguousDate: '{value} é ambígua. Volte às colunas e escolha o formato das datas.',
  impossibleDate: '{value} não existe no calendário. Corrija, ou escolha outro formato nas colunas.',
  earlyDate: '{value} é anterior a 1970. Corrija a data.',
  futureDate: '{value} está no futuro. Corrija a data.',
  unknownState: '{value} não é um status conhecido. Use um destes: {states}.',
  manyPictures: 'Há {count} fotos, e o máximo é 50. Remova algumas.',
  longPicture: 'A URL de uma foto tem mais de 2048 caracteres. Encurte-a.',
  noProduct:
    'A linha não tem produto, e avaliações da loja ainda não são aceitas. Informe o ID ou o SKU do produto.',
  cells:
    'A linha tem {cells} células e o cabeçalho {header}. Coloque entre aspas textos com quebras de linha ou separadores.',
  textNotUtf8: 'O texto não é UTF-8. Salve o arquivo como “CSV UTF-8” e importe de novo.',
  noQuestion: 'Falta a pergunta. Informe o texto.',
  lateDate: '{value} é posterior a 2199. Corrija a data.',
  noOrderId: 'Falta o ID do pedido. Informe-o.',
  noProductId: 'Falta o ID do produto. Informe o ID que ele tem na sua loja.',
  noOrderDate: 'Falta a data do pedido. Informe-a em uma linha do pedido.',
  noDeliveryDate: 'Falta a data da entrega. Informe-a em uma linha do pedido.',
  badEmail: '{value} não é um endereço de e-mail. Corrija.',
  badPrice: '{value} não é um preço. Escreva como 149,90.',
  sibling: 'A linha {row} do mesmo pedido foi recusada. Corrija aquela linha.',
  twoSpellings:
    'O arquivo escreve o número de um pedido como {ids}: planilhas removem zeros antes de um número. Escreva-o de uma só forma.',
  otherDate: 'A data do pedido é diferente em outra linha do mesmo pedido. Informe a mesma data em todas.',
  otherEmail:
    'O e-mail do comprador é diferente em outra linha do mesmo pedido. Informe o mesmo endereço em todas.',
  manyProducts: 'O pedido tem mais de {most} produtos.',
  longOrder: 'Os textos do pedido passam de 1 MiB. Encurte-os.',
  overLimit:
    'O plano desta loja permite {most} pedidos por mês, e eles já foram usados. Importe o arquivo de novo no próximo mês ou peça ao operador que aumente o limite.',
  replyAlone: 'A linha é uma resposta, e o arquivo não tem a avaliação respondida.',
  replyToReply: 'A linha responde a outra resposta. Só são importadas respostas a avaliações.',
  replyToRefused: 'A linha responde a uma avaliação que não é importada.',
  replyOfVisitor: 'Esta resposta não foi escrita pela loja.',
  replyEmpty: 'A linha é uma resposta sem texto.',
  badScaledRating: '{value} não é um número acima de 0 e até {most}. Corrija.',
  shortenedId:
    '{value} é um número que uma planilha abreviou: os últimos algarismos se perderam. Exporte o arquivo de novo e importe-o sem abrir e salvar em uma planilha.',
  encodedTwice:
    'Um programa codificou o texto duas vezes, e letras se perderam. Exporte o arquivo de novo em UTF-8 e importe-o sem alterá-lo.',
  other: '{text}',
} as const satisfies RefusalTexts
