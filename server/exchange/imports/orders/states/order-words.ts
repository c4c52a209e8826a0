/**
 * What a word of a state says. `not` denies what follows ("not shipped", "will be shipped"); `undone` denies what is
 * called off; `partly` halves it; `noun` says nothing.
 */
export type WordClass = 'off' | 'sent' | 'waits' | 'paid' | 'bought' | 'not' | 'undone' | 'partly' | 'noun'

/** Without accents, in lower case, in English, Portuguese and Spanish. */
const words: Record<WordClass, string> = {
  off: `cancelled canceled cancel cancellation cancelado cancelada cancelados canceladas cancelamento cancelacion
    cancelar void voided anulado anulada annulled anulacion refunded refund refunds reembolsado reembolsada reembolso
    reembolsos estornado estornada estorno reintegrado reintegrada reintegro devolvido devolvida devolucao devolver
    devuelto devuelta devolucion returned return returning returns reversed reversado revertido chargeback chargebacks
    chargedback contracargo contestado contestada contestacao disputed dispute disputa failed failure fail falha falhou
    fallido fallida fallo denied negado negada denegado denegada declined refused recusado recusada recusou rechazado
    rechazada rejected reprovado reprovada reprobado rejeitado rejeitada expired expirado expirada vencido vencida
    caducado caducada abandoned abandonado abandonada fraud fraude fraudulent fraudulento trash trashed lixeira
    papelera deleted excluido excluida apagado borrado error erro incomplete incompleto incompleta lost extraviado
    extraviada perdido perdida reclamo reclamacao claim mediation mediacao mediacion desistencia arrepentimiento
    blocked bloqueado spam`,
  sent: `shipped delivered dispatched despatched fulfilled sent enviado enviada enviados enviadas entregue entregues
    entregado entregada entregados despachado despachada expedido expedida postado postada transit transito transporte
    picked collected retirado retirada recogido recogida`,
  waits: `pending pendente pendentes pendiente pendientes awaiting waiting await wait aguardando aguarda aguardar espera
    esperando hold held holded processing process processando processamento procesando procesamiento preparing
    preparation prepare preparando preparacao preparacion separacao separando separado embalando packing picking
    handling manuseio unfulfilled unshipped unsent undelivered unpaid ready pronto pronta listo lista backorder
    backordered preorder scheduled agendado review analise analisis analisando analizando verificando verification
    verificacao production producao produccion packed unpacked embalado embalada empaquetado empaquetada deferred queued
    queue fila overdue outstanding enviar entregar despachar embalar empaquetar retirar pagar faturar facturar cobrar`,
  paid: 'paid pago paga pagado pagada quitado captured capturado settled',
  bought: `approved aprovado aprovada aprobado aprobada confirmed confirmado confirmada accepted aceito aceita aceptado
    aceptada open aberto aberta abierto abierta active ativo ativa activo activa normal ok valid valido valida invoiced
    faturado faturada facturado facturada authorized autorizado autorizada free gratis placed realizado`,
  not: 'not nao no non never nunca sem sin un without be will unable attempt attempted tentativa intento',
  undone: 'reversal revoked',
  partly: 'partial partially partly parcial parcialmente parciais part parte some',
  noun: `order orders pedido pedidos orden compra venda venta sale item items produto produtos producto productos product
    payment pagamento shipment shipping ship envio entrega delivery fulfillment fulfilment package parcel pacote paquete
    customer client cliente comprador buyer seller vendedor loja store carrier correios correo transportadora
    transportista courier mail post via by for from of the in on out to and e y ou o os as a ao aos el la las los al do
    da de del dos das em en na pelo pela pelos por para com con is was has been have foi esta estao fue ha sido sucesso
    successfully exito pickup card cartao tarjeta pix boleto status invoice`,
}

/** The class of each word. */
export const stateWords: ReadonlyMap<string, WordClass> = new Map(
  (Object.entries(words) as [WordClass, string][]).flatMap(([kind, list]) =>
    list.split(/\s+/).map((word): [string, WordClass] => [word, kind]),
  ),
)
