/** How long typing may go on before it becomes a step, and how long before it is sent (milliseconds). */
export const commitPause = 120;
export const sendPause = 350;
/** Edits of one setting closer together than this form one step (milliseconds). */
export const joinWindow = 1200;
export const retryPause = 2000;
/** How long a step with settings that were taken over may take to come after the answer (milliseconds). */
export const stepPatience = 3000;
export const maxBatch = 100;
export const maxServerSteps = 10;
