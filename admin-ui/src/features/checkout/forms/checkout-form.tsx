import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useFieldArray, useWatch, type Control, type FieldPath } from "react-hook-form";
import { CheckoutField, CheckoutSettings, StoreSettingsBody } from "@stoa/api/rules";
import { fieldRules, maxOf, rangeOf } from "@/shared/form/field-rules";
import { FormMoneyField, FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { moneyToText, parseMoney } from "@/shared/money/money";
import { useWebsite } from "@/shared/session/hooks";
import { useUpdateStoreSettingsMutation, type StoreSettings } from "@/shared/store-settings/api";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";

type Field = StoreSettings["checkout"]["fields"][number];

interface Question extends Omit<Field, "choices"> {
  /** One choice per line. */
  choices: string;
}

interface Form {
  expressCheckout: boolean;
  buyNowButton: boolean;
  multipleQuantityAllowedForServices: boolean;
  cartReminders: boolean;
  reviewRequests: boolean;
  reviewRequestDays: string;
  guestCheckout: boolean;
  orderNote: boolean;
  /** Minimum subtotal as typed; empty for none. */
  minimum: string;
  questions: Question[];
}

const maxQuestions = maxOf(CheckoutSettings.entries.fields);
const kinds: { value: Field["kind"]; label: string }[] = [
  {
    value: "text",
    get label() {
      return t`Single-line text`;
    },
  },
  {
    value: "textarea",
    get label() {
      return t`Multi-line text`;
    },
  },
  {
    value: "choice",
    get label() {
      return t`Single choice`;
    },
  },
  {
    value: "checkbox",
    get label() {
      return t`Checkbox`;
    },
  },
  {
    value: "date",
    get label() {
      return t`Date`;
    },
  },
];

function formOf({ checkout, ...settings }: StoreSettings): Form {
  return {
    expressCheckout: settings.expressCheckout,
    buyNowButton: settings.buyNowButton,
    multipleQuantityAllowedForServices: settings.multipleQuantityAllowedForServices,
    cartReminders: settings.cartReminders,
    reviewRequests: settings.reviewRequests,
    reviewRequestDays: String(settings.reviewRequestDays),
    guestCheckout: checkout.guestCheckout,
    orderNote: checkout.orderNote,
    minimum: settings.minimumSubtotalCents === 0 ? "" : moneyToText(settings.minimumSubtotalCents, settings.currency),
    questions: checkout.fields.map((field) => ({ ...field, choices: (field.choices ?? []).join("\n") })),
  };
}

function fieldsOf(questions: Question[]): Field[] {
  return questions.map(({ choices, ...question }) => ({
    ...question,
    choices:
      question.kind === "choice"
        ? choices
            .split("\n")
            .map((choice) => choice.trim())
            .filter(Boolean)
        : [],
  }));
}

/** An id that no other question has; it stays when the question is reworded. */
function freshId(questions: Question[]): string {
  let number = questions.length + 1;
  while (questions.some(({ id }) => id === `question-${number}`)) number += 1;
  return `question-${number}`;
}

function fieldNamed(name: string): FieldPath<Form> | null {
  if (name === "reviewRequestDays") return name;
  if (name === "minimumSubtotalCents") return "minimum";
  const found = /^checkout\.fields\.(\d+)\.(label|choices|kind)$/.exec(name);
  return found === null ? null : (`questions.${found[1]}.${found[2]}` as FieldPath<Form>);
}

export function CheckoutForm({ settings, editable }: { settings: StoreSettings; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateStoreSettingsMutation();
  const { control, shell } = useEditForm<Form>({
    initial: formOf(settings),
    what: t`the settings`,
    fieldOf: fieldNamed,
    onSave: async ({ guestCheckout, orderNote, minimum, questions, reviewRequestDays, ...switches }) => {
      const parsed = parseMoney(minimum.trim(), settings.currency);
      const minimumSubtotalCents = parsed.ok ? parsed.minor : 0;
      const checkout = { guestCheckout, orderNote, fields: fieldsOf(questions) };
      const numbers = { minimumSubtotalCents, reviewRequestDays: Number(reviewRequestDays) };
      const changed = { ...settings, ...switches, ...numbers, checkout };
      const saved = await update({ websiteId: website.id, settings: changed }).unwrap();
      toast.success(t`Settings saved`);
      return formOf(saved);
    },
  });
  return (
    <FormShell label={t`Checkout`} editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title={t`Purchasing`}>
          <Stack sx={{ gap: 2, pt: 1 }}>
            <FormSwitch
              control={control}
              name="guestCheckout"
              label={t`Guest checkout`}
              help={t`When off, customers have to sign in before they buy.`}
              disabled={!editable}
            />
            <FormSwitch
              control={control}
              name="expressCheckout"
              label={t`Express checkout`}
              help={t`Adding a product goes straight to checkout.`}
              disabled={!editable}
            />
            <FormSwitch
              control={control}
              name="buyNowButton"
              label={t`Buy now`}
              help={t`Adds a second button to products that skips the cart.`}
              disabled={!editable}
            />
            <FormSwitch
              control={control}
              name="multipleQuantityAllowedForServices"
              label={t`Multiple quantities of services`}
              help={t`When off, an order can contain each service once.`}
              disabled={!editable}
            />
            <FormSwitch control={control} name="orderNote" label={t`Order note`} disabled={!editable} />
            <FormMoneyField
              control={control}
              name="minimum"
              label={t`Minimum order`}
              help={t`Subtotal before discounts. Leave empty for no minimum`}
              currency={settings.currency}
              required={false}
              disabled={!editable}
            />
          </Stack>
        </Card>
        <Card title={t`Abandoned carts`}>
          <Stack sx={{ gap: 2, pt: 1 }}>
            <FormSwitch
              control={control}
              name="cartReminders"
              label={t`Send abandoned cart e-mails`}
              help={t`One e-mail, 24 hours after the last change, to customers who accept marketing e-mails. It contains a link back to the cart and a link to unsubscribe.`}
              disabled={!editable}
            />
          </Stack>
        </Card>
        <Card title={t`Reviews`}>
          <Stack sx={{ gap: 2, pt: 1 }}>
            <FormSwitch
              control={control}
              name="reviewRequests"
              label={t`Request reviews`}
              help={t`One e-mail per order, some days after it was shipped. You approve each review before it is published.`}
              disabled={!editable}
            />
            <FormTextField
              control={control}
              name="reviewRequestDays"
              label={t`Days after the order was shipped`}
              help={rangeOf(StoreSettingsBody.entries.reviewRequestDays)}
              disabled={!editable}
              {...fieldRules(StoreSettingsBody.entries.reviewRequestDays)}
            />
          </Stack>
        </Card>
        <Questions control={control} editable={editable} />
      </Stack>
    </FormShell>
  );
}

function Questions({ control, editable }: { control: Control<Form>; editable: boolean }) {
  const { fields, append, remove } = useFieldArray({ control, name: "questions", keyName: "key" });
  const add = () =>
    append({ id: freshId(fields), label: "", kind: "text", required: false, choices: "" }, { shouldFocus: true });
  return (
    <Card title={t`Questions`}>
      <Stack sx={{ gap: 3, pt: 1 }}>
        {fields.length === 0 && (
          <Typography variant="body2" color="textSecondary">
            {t`No questions yet. Customers are only asked for their address.`}
          </Typography>
        )}
        {fields.map((field, index) => (
          <QuestionFields
            key={field.key}
            control={control}
            index={index}
            editable={editable}
            onRemove={() => remove(index)}
          />
        ))}
        {editable && fields.length < maxQuestions && (
          <Box>
            <Button variant="outlined" onClick={add}>
              {t`Add question`}
            </Button>
          </Box>
        )}
      </Stack>
    </Card>
  );
}

interface QuestionFieldsProps {
  control: Control<Form>;
  index: number;
  editable: boolean;
  onRemove: () => void;
}

function QuestionFields({ control, index, editable, onRemove }: QuestionFieldsProps) {
  const kind = useWatch({ control, name: `questions.${index}.kind` });
  const number = index + 1;
  return (
    <Stack component="fieldset" sx={{ gap: 2, m: 0, p: 0, border: 0 }}>
      <Typography component="legend" variant="overline" color="textSecondary">
        {t`Question ${number}`}
      </Typography>
      <FormTextField
        control={control}
        name={`questions.${index}.label`}
        label={t`Question`}
        disabled={!editable}
        {...fieldRules(CheckoutField.entries.label, { missing: t`Enter a question` })}
      />
      <FormSelect
        control={control}
        name={`questions.${index}.kind`}
        label={t`Answer type`}
        options={kinds}
        disabled={!editable}
      />
      {kind === "choice" && (
        <FormTextField
          control={control}
          name={`questions.${index}.choices`}
          label={t`Choices`}
          help={t`One per line`}
          rows={3}
          disabled={!editable}
        />
      )}
      <Stack direction="row" sx={{ justifyContent: "space-between", alignItems: "center" }}>
        <FormSwitch
          control={control}
          name={`questions.${index}.required`}
          label={kind === "checkbox" ? t`Must be checked` : t`Required`}
          disabled={!editable}
        />
        {editable && (
          <Button color="inherit" onClick={onRemove} aria-label={t`Remove question ${number}`}>
            {t`Remove`}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
