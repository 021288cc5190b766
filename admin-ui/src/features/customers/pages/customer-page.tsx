import { plural, t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useParams } from "react-router";
import { errorText } from "@/shared/i18n/error-text";
import { formatAge, formatMoment } from "@/shared/i18n/format";
import { formatMoney } from "@/shared/money/money";
import { AddressLines } from "@/shared/orders/address-lines";
import { FulfillmentChip, PaymentChip } from "@/shared/orders/order-status";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Card } from "@/shared/ui/card";
import { Page, ViewOnlyChip, type BackLink } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { saveObject } from "@/shared/ui/save-file";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import {
  useExportCustomerMutation,
  useGetCustomerQuery,
  useListCustomerOrdersInfiniteQuery,
  type Customer,
  type CustomerOrder,
} from "../api";
import { EraseDialog } from "../components/erase-dialog";

export function CustomerPage() {
  const website = useWebsite();
  const { customerId = "" } = useParams();
  const customer = useGetCustomerQuery({ websiteId: website.id, customerId }, { refetchOnMountOrArgChange: true });
  const back = { to: `/sites/${website.id}/customers`, label: t`All customers` };
  if (customer.data === undefined) return <PendingPage title={t`Customer`} back={back} query={customer} />;
  return <CustomerView customer={customer.data} back={back} />;
}

function orderColumns(locale: string): Column<CustomerOrder>[] {
  return [
    { id: "number", header: t`Order`, main: true, cell: (order) => `#${order.number}` },
    { id: "placed", header: t`Placed`, cell: (order) => formatAge(order.createdOn) },
    { id: "payment", header: t`Payment`, cell: (order) => <PaymentChip status={order.paymentStatus} /> },
    {
      id: "fulfilment",
      header: t`Fulfillment`,
      phone: "end",
      cell: (order) => <FulfillmentChip status={order.fulfillmentStatus} />,
    },
    {
      id: "total",
      header: t`Total`,
      align: "right",
      phone: "end",
      cell: (order) => formatMoney(order.grandTotalCents, order.currency, locale),
    },
  ];
}

function CustomerView({ customer, back }: { customer: Customer; back: BackLink }) {
  const mayWrite = usePermission("customers", "write");
  const mayErase = usePermission("customers", "delete");
  const [isErasing, setErasing] = useState(false);
  return (
    <Page
      title={customer.name || customer.email}
      back={back}
      description={t`Customer since ${{ moment: formatMoment(customer.createdOn) }}`}
      status={mayWrite ? undefined : <ViewOnlyChip />}
      actions={
        <>
          {mayWrite && <ExportButton customer={customer} />}
          {mayErase && (
            <Button variant="outlined" color="error" onClick={() => setErasing(true)}>
              {t`Erase`}
            </Button>
          )}
        </>
      }
    >
      <Box
        sx={{
          display: "grid",
          gap: 2,
          alignItems: "start",
          gridTemplateColumns: { md: "minmax(0, 7fr) minmax(280px, 4fr)" },
        }}
      >
        <Card title={t`Orders`} flush>
          <CustomerOrders customerId={customer.id} />
        </Card>
        <AboutCard customer={customer} />
      </Box>
      {isErasing && <EraseDialog customer={customer} onClose={() => setErasing(false)} />}
    </Page>
  );
}

function CustomerOrders({ customerId }: { customerId: string }) {
  const website = useWebsite();
  const mayReadOrders = usePermission("orders", "read");
  const list = useListCustomerOrdersInfiniteQuery(
    { websiteId: website.id, customerId },
    { refetchOnMountOrArgChange: true },
  );
  if (list.data === undefined) {
    return list.isError ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : <LoadingRows />;
  }
  const orders = list.data.pages.flatMap((page) => page.orders);
  if (orders.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary" sx={{ px: 2.5, pb: 2 }}>
        {t`No orders yet.`}
      </Typography>
    );
  }
  return (
    <DataTable
      label={t`Orders`}
      rows={orders}
      columns={orderColumns(website.locale)}
      keyOf={(order) => order.id}
      {...(mayReadOrders ? { linkTo: (order: CustomerOrder) => `/sites/${website.id}/orders/${order.id}` } : {})}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      moreError={list.isFetchNextPageError ? list.error : undefined}
      onMore={() => void list.fetchNextPage()}
    />
  );
}

function AboutCard({ customer }: { customer: Customer }) {
  const website = useWebsite();
  const { account } = customer;
  const facts = [
    plural(
      { orderCount: customer.orderCount },
      {
        one: `${{ money: formatMoney(customer.spentCents, customer.currency, website.locale) }} spent after refunds, in # order (${{ currency: customer.currency }}, without test orders)`,
        other: `${{ money: formatMoney(customer.spentCents, customer.currency, website.locale) }} spent after refunds, in # orders (${{ currency: customer.currency }}, without test orders)`,
      },
    ),
    customer.mailConsentOn == null
      ? t`Not subscribed to marketing e-mails`
      : t`Subscribed to marketing e-mails on ${{ moment: formatMoment(customer.mailConsentOn) }}`,
    account == null ? t`No account (guest)` : t`Account created on ${{ moment: formatMoment(account.createdOn) }}`,
    ...(account == null
      ? []
      : [account.emailVerifiedOn == null ? t`E-mail address not confirmed` : t`E-mail address confirmed`]),
  ];
  return (
    <Card title={t`About`}>
      <Link href={`mailto:${customer.email}`} variant="body2" sx={{ overflowWrap: "anywhere" }}>
        {customer.email}
      </Link>
      <Stack component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: "none", gap: 0.5 }}>
        {facts.map((fact) => (
          <Typography key={fact} component="li" variant="body2">
            {fact}
          </Typography>
        ))}
      </Stack>
      {customer.addresses.map((kept) => (
        <AddressLines
          key={kept.id}
          title={kept.isDefault ? t`Default address` : t`Saved address`}
          lines={kept.lines}
          phone={kept.address.phone}
        />
      ))}
    </Card>
  );
}

function ExportButton({ customer }: { customer: Customer }) {
  const website = useWebsite();
  const toast = useToast();
  const [exportCustomer, { isLoading }] = useExportCustomerMutation();
  const save = async () => {
    const outcome = await exportCustomer({ websiteId: website.id, customerId: customer.id });
    if (outcome.error !== undefined) return toast.error(errorText(outcome.error));
    saveObject(outcome.data, "personal-data.json");
  };
  return (
    <Button variant="outlined" loading={isLoading} onClick={() => void save()}>
      {t`Export data`}
    </Button>
  );
}
