# hotelctl completion for PowerShell. Load it with: hotelctl completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName hotelctl -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    if ($wordToComplete -eq '') { $words += '""' }
    # For :files nothing is returned: PowerShell then completes file names by itself.
    hotelctl __complete @words 2>$null | Where-Object { $_ -ne ':files' } | ForEach-Object {
        $value, $description = $_ -split "`t", 2
        if (-not $description) { $description = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
    }
}
