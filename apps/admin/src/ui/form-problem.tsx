/** Why a form as a whole could not be taken. */
export function FormProblem({ message }: { message: string | undefined }) {
	if (message === undefined) return null;
	return (
		<p class="part-error" role="alert">
			{message}
		</p>
	);
}
