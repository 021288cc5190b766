import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import NotificationsNoneOutlined from "@mui/icons-material/NotificationsNoneOutlined";
import { Link } from "react-router";
import { formatAge, formatCount } from "@/shared/i18n/format";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useListSignUpGroupsQuery, useSendAllNoticesMutation, useSendNoticesMutation, type SignUpGroup } from "../api";
import { SendButton } from "../components/send-button";
import { consequenceOf, groupName, isBack, waitingCount } from "../restock-text";

/** Most variants in one call. */
const mostRequests = 200;

export function RestockPage() {
  const website = useWebsite();
  const maySend = useMay("products", "publish");
  const mayChoose = useMay("discounts-tax-shipping", "read");
  const list = useListSignUpGroupsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const groups = list.data?.toSorted((left, right) => right.signUpCount - left.signUpCount) ?? [];
  const waiting = waitingCount(groups);
  return (
    <Page
      title="Restock notices"
      description={waiting > 0 ? `${formatCount(waiting, "person waits", "people wait")} for something sold out` : undefined}
      width="wide"
      status={maySend ? undefined : <ViewOnlyChip />}
      actions={
        <>
          {mayChoose && (
            <Button variant="outlined" color="inherit" component={Link} to={`/sites/${website.id}/restock/settings`}>
              Settings
            </Button>
          )}
          {maySend && <SendAll groups={groups.filter(isBack)} />}
        </>
      }
    >
      <Paper variant="card">
        {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.isLoading && <LoadingRows />}
        {list.data?.length === 0 && (
          <EmptyState title="Nobody waits" icon={<NotificationsNoneOutlined />}>
            Shoppers can leave their address where a product is sold out. They stand here until you tell them.
          </EmptyState>
        )}
        {groups.length > 0 && <Groups groups={groups} maySend={maySend} />}
      </Paper>
    </Page>
  );
}

function SendAll({ groups }: { groups: SignUpGroup[] }) {
  const website = useWebsite();
  const toast = useToast();
  const [sendAll] = useSendAllNoticesMutation();
  if (groups.length === 0) return null;
  const send = async () => {
    let queued = 0;
    const leftOut = new Set<string>();
    for (let start = 0; start < groups.length; start += mostRequests) {
      const sendRequests = groups
        .slice(start, start + mostRequests)
        .map(({ productId, variantId }) => ({ productId, variantId }));
      const sent = await sendAll({ websiteId: website.id, sendRequests }).unwrap();
      queued += sent.queued;
      for (const { variantId } of sent.failed) leftOut.add(variantId);
    }
    const said = formatCount(queued, "letter is on its way", "letters are on their way");
    const hidden = groups.filter(({ variantId }) => leftOut.has(variantId)).map(groupName);
    if (hidden.length === 0) toast.say(said);
    else toast.warn(`${said}. Nobody was told of what is hidden: ${hidden.join(", ")}.`);
  };
  return (
    <SendButton
      label="Tell all that are back"
      question="Tell everybody whose product is back?"
      consequence={consequenceOf(groups)}
      prominent
      onSend={send}
    />
  );
}

function Groups({ groups, maySend }: { groups: SignUpGroup[]; maySend: boolean }) {
  const website = useWebsite();
  const seesAddresses = useMay("customers", "read");
  const toast = useToast();
  const [send] = useSendNoticesMutation();
  const columns: Column<SignUpGroup>[] = [
    { id: "product", header: "Product", main: true, cell: groupName },
    { id: "waiting", header: "Waiting", align: "right", phone: "end", cell: (group) => group.signUpCount },
    { id: "last", header: "Latest", cell: (group) => formatAge(group.lastSignUpOn) },
    { id: "stock", header: "Stock", phone: "end", cell: (group) => <StockState group={group} /> },
  ];
  if (maySend) {
    columns.push({
      id: "send",
      header: "",
      align: "right",
      phone: "end",
      cell: (group) => (
        <SendButton
          label="Tell them"
          name={`Tell those who wait for ${groupName(group)}`}
          question={`Tell those who wait for ${groupName(group)}?`}
          consequence={consequenceOf([group])}
          onSend={async () => {
            const { productId, variantId } = group;
            const { queued } = await send({ websiteId: website.id, productId, variantId }).unwrap();
            toast.say(formatCount(queued, "letter is on its way", "letters are on their way"));
          }}
        />
      ),
    });
  }
  return (
    <DataTable
      label="Variants that people wait for"
      rows={groups}
      columns={columns}
      keyOf={(group) => group.variantId}
      {...(seesAddresses
        ? { linkTo: (group: SignUpGroup) => `/sites/${website.id}/restock/${group.productId}/${group.variantId}` }
        : {})}
    />
  );
}

function StockState({ group }: { group: SignUpGroup }) {
  if (!isBack(group)) return <Chip size="small" variant="soft" color="error" label="Sold out" />;
  const label = group.qtyInStock == null ? "Not counted" : `${group.qtyInStock} back`;
  return <Chip size="small" variant="soft" color="success" label={label} />;
}
